import { describe, expect, it } from 'vitest';
import { isOwnPicture } from './own-picture.ts';

describe('the web app', () => {
  it.each([
    ['/uploads/events/4f9c2d/page.webp', true],
    ['blob:https://foyer.example/6f1c', true],
    ['https://example.org/poster.png', false],
    ['//example.org/uploads/poster.png', false],
    ['data:image/png;base64,AAAA', false],
    ['', false],
    [null, false],
  ])('decides whether the browser may load a picture from %j: %s', (url, expected) =>
    expect(isOwnPicture(url)).toBe(expected),
  );
});
