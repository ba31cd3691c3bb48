// The I2C bus of the displays at 400 kHz: transactions take time, and each is reported whole.

const BYTE_US = 22.5; // eight bits and the acknowledge

export function bridgeBus(i2c, after, tell) {
  let present = new Set();
  let address = -1;
  let bytes = [];
  i2c.onStart = () => after(2.5, () => i2c.completeStart());
  i2c.onConnect = (asked) => {
    address = asked;
    bytes = [];
    after(BYTE_US, () => i2c.completeConnect(present.has(asked)));
  };
  i2c.onWriteByte = (byte) => {
    bytes.push(byte);
    after(BYTE_US, () => i2c.completeWrite(present.has(address)));
  };
  i2c.onReadByte = () => after(BYTE_US, () => i2c.completeRead(0xff));
  i2c.onStop = () => {
    if (present.has(address) && bytes.length) tell("i2c", address, bytes);
    bytes = [];
    after(2.5, () => i2c.completeStop());
  };
  return { answer: (addresses) => (present = new Set(addresses)) };
}
