import { describe, expect, it } from 'vitest';
import { createKeptPictures } from './kept-pictures.ts';

describe('kept pictures', () => {
  it('are drawn once for all who ask at the same time, and again after a failure', async () => {
    const pictures = createKeptPictures(100);
    const { promise, resolve } = Promise.withResolvers<Buffer>();
    let drawn = 0;
    const draw = () => {
      drawn += 1;
      return promise;
    };
    const asked = [pictures.get('a', draw), pictures.get('a', draw)];
    resolve(Buffer.from('picture'));
    for (const picture of asked) expect((await picture).toString()).toBe('picture');
    await pictures.get('a', draw);
    expect(drawn).toBe(1);
    const fail = () => Promise.reject(new Error('no font'));
    await expect(pictures.get('b', fail)).rejects.toThrow('no font');
    expect((await pictures.get('b', draw)).toString()).toBe('picture');
  });

  it('forgets those that were not used for longest when they take too much space', async () => {
    const pictures = createKeptPictures(100);
    const drawn: string[] = [];
    const get = (name: string) =>
      pictures.get(name, async () => {
        drawn.push(name);
        return Buffer.alloc(40);
      });
    for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) await get(name);
    expect(drawn).toEqual(['a', 'b', 'c', 'b']);
  });
});
