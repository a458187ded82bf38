/** Lets one loop sleep until its time is up or somebody wakes it. A call while it is awake is not lost. */
export class WakeUpSignal {
  #isSet = false;
  #endSleep: (() => void) | undefined;

  wakeUp(): void {
    this.#isSet = true;
    this.#endSleep?.();
  }

  async wait(milliseconds: number): Promise<void> {
    if (!this.#isSet) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        this.#endSleep = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#isSet = false;
    this.#endSleep = undefined;
  }
}
