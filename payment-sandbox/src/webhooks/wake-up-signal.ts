/**
 * Lets a loop sleep until a timeout or a call of `wakeUp`. A call while the loop is awake ends the next sleep at once,
 * so that no call is lost.
 */
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
