export interface KeptPictures {
  /** Finds the picture, or draws it. Those who ask for the same picture meanwhile wait for it. */
  get(name: string, draw: () => Promise<Buffer>): Promise<Buffer>;
}

/** Keeps pictures by a name that says all they show, so that a kept picture is never old. */
export function createKeptPictures(maxBytes: number): KeptPictures {
  /** In the order of their last use. */
  const kept = new Map<string, Buffer>();
  const drawing = new Map<string, Promise<Buffer>>();
  let bytes = 0;

  async function drawAndKeep(name: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    const picture = await draw();
    kept.set(name, picture);
    bytes += picture.length;
    for (const [oldest, { length }] of kept) {
      if (bytes <= maxBytes) break;
      kept.delete(oldest);
      bytes -= length;
    }
    return picture;
  }

  return {
    get(name, draw) {
      const known = kept.get(name);
      if (known) {
        kept.delete(name);
        kept.set(name, known);
        return Promise.resolve(known);
      }
      const running = drawing.get(name) ?? drawAndKeep(name, draw).finally(() => void drawing.delete(name));
      drawing.set(name, running);
      return running;
    },
  };
}
