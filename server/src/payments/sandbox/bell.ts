/** Lets one loop sleep until it is rung or its time is up; a ring while it is awake is not lost. */
export class Bell {
  #rung = false;
  #wakeUp: (() => void) | undefined;

  ring(): void {
    this.#rung = true;
    this.#wakeUp?.();
  }

  async wait(milliseconds: number): Promise<void> {
    if (!this.#rung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        this.#wakeUp = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#rung = false;
    this.#wakeUp = undefined;
  }
}
