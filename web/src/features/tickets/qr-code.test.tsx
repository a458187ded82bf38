import jsQR from 'jsqr';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { QrCode } from './qr-code.tsx';

const address = 'https://foyer.example/tickets/verify/Zk3_u7-Qx1LmN0pRsTuVwXyZ';

/** Turns the drawn QR code into the pixels of a picture. Each square of the code is `scale` pixels wide. */
function paint(markup: string, scale: number) {
  const size = Number(/viewBox="0 0 (\d+) /.exec(markup)?.[1]) * scale;
  const data = new Uint8ClampedArray(size * size * 4).fill(255);
  for (const [, x, y, width] of markup.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row += 1) {
      for (let column = Number(x) * scale; column < (Number(x) + Number(width)) * scale; column += 1) {
        const pixel = (row * size + column) * 4;
        data.fill(0, pixel, pixel + 3);
      }
    }
  }
  return { data, size };
}

describe('the ticket', () => {
  it.each([address, `https://tickets.${'long-name.'.repeat(12)}example/tickets/verify/${'x'.repeat(24)}`])(
    'draws a QR code that another library reads as %s',
    (text) => {
      const { data, size } = paint(renderToStaticMarkup(<QrCode text={text} label="QR code" />), 4);
      expect(jsQR(data, size, size)?.data).toBe(text);
    },
  );

  it('gives the QR code a label for screen readers', () => {
    expect(renderToStaticMarkup(<QrCode text={address} label="QR code of your ticket" />)).toContain(
      'aria-label="QR code of your ticket"',
    );
  });
});
