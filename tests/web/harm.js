// What happens to a page, or to the worker of its game, in test_adversity.py.
({
  // Keeps the status that the worker reports, whose times have milliseconds, and when it came.
  watched() {
    window.Worker = class extends Worker {
      constructor(...facts) {
        super(...facts);
        this.addEventListener("message", ({ data }) => {
          if (data.status) window.told = { ...data.status, at: performance.now() };
        });
      }
    };
  },

  // The browser's quota cannot be lowered from outside: what it does to a transaction can be done.
  full() {
    self.full = true;
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (...facts) {
      const request = put.apply(this, facts);
      if (self.full) this.transaction.abort();
      return request;
    };
  },

  // While the page is halted, the system's clock goes on by a minute.
  asleep() {
    const { now } = Date;
    let [last, slept] = [performance.now(), 0];
    Date.now = () => {
      if (performance.now() - last > 600) slept += 60000;
      last = performance.now();
      return now() + slept;
    };
  },
})
