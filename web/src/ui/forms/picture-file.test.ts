import { describe, expect, it } from 'vitest';
import { findPictureFault, pictureTypes } from './picture-file.ts';

const limit = 5 * 1024 * 1024;

describe('a file chosen as a picture', () => {
  it.each(['image/jpeg', 'image/png', 'image/gif', 'image/webp'])('is accepted with the type %s', (type) => {
    expect(findPictureFault({ name: 'poster', type, size: 1 })).toBeNull();
    expect(pictureTypes).toContain(type);
  });

  it.each([
    ['notes.pdf', 'application/pdf'],
    ['drawing.svg', 'image/svg+xml'],
    ['unknown', ''],
  ])('is refused with the name %s and the type “%s”', (name, type) => {
    expect(findPictureFault({ name, type, size: 1 })).toBe(
      `“${name}” is not a JPEG, PNG, GIF or WebP image.`,
    );
  });

  it('is accepted with a size of exactly five megabytes', () => {
    expect(findPictureFault({ name: 'poster.png', type: 'image/png', size: limit })).toBeNull();
  });

  it('is refused with a size of five megabytes and one byte', () => {
    expect(findPictureFault({ name: 'poster.png', type: 'image/png', size: limit + 1 })).toBe(
      '“poster.png” is too large: it has 5.1 MB. Choose an image of at most 5 MB.',
    );
  });

  it('is refused when it is empty', () => {
    expect(findPictureFault({ name: 'poster.png', type: 'image/png', size: 0 })).toBe(
      '“poster.png” is empty. Choose another image.',
    );
  });
});
