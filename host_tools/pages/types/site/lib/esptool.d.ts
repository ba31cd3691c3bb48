export class Transport {
  constructor(port: SerialPort);
  disconnect(): Promise<void>;
}
export class ESPLoader {
  constructor(options: { transport: Transport; baudrate: number });
  main(): Promise<string>;
  after(): Promise<void>;
  readonly chip: { CHIP_NAME: string };
  writeFlash(options: object): Promise<void>;
}
