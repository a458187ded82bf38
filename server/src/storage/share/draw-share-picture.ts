import sharp from 'sharp';
import { colors } from '../../mail/pdf-words.ts';
import { drawText, type TextBox } from './share-text.ts';

export interface SharedEvent {
  title: string;
  /** The words about date, place and team, ready to print. */
  when: string;
  where: string;
  team: string | null;
  /** The picture of the event, as Foyer has stored it. */
  poster: Uint8Array | null;
}

/** The size that other sites show links with. */
const shareSize = { width: 1200, height: 630 };

const paper = '#faf5ea';
const margin = 64;
const posterWidth = 450;

/** Draws the picture of a shared link as JPEG. The function takes one argument because it runs in a worker thread. */
export async function drawSharePicture({ poster, ...event }: SharedEvent): Promise<Uint8Array> {
  const { width, height } = shareSize;
  const place = { width: posterWidth, height };
  const shown = poster && (await fitPoster(poster, place).catch(() => null));
  const room = width - 2 * margin - (shown ? posterWidth : 0);
  return sharp({ create: { width, height, channels: 3, background: paper } })
    .composite([
      ...(shown ? [{ input: shown, left: width - posterWidth, top: 0 }] : []),
      { input: Buffer.from(drawWords(event, room)), left: 0, top: 0 },
    ])
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer();
}

/** Draws the picture of an event for mails as JPEG, because some mail programs show neither WebP nor AVIF. */
export async function drawMailPicture(picture: {
  poster: Uint8Array;
  width: number;
  height: number;
}): Promise<Uint8Array> {
  const { poster, width, height } = picture;
  return sharp(await fitPoster(poster, { width, height }))
    .jpeg({ quality: 80, mozjpeg: true })
    .toBuffer();
}

/** Shows the whole poster, before its own blurred colours, because posters have all shapes. */
async function fitPoster(poster: Uint8Array, size: { width: number; height: number }): Promise<Buffer> {
  const picture = () =>
    sharp(poster, { limitInputPixels: 10_000_000, failOn: 'error' }).flatten({ background: paper });
  const [behind, whole] = await Promise.all([
    picture()
      .resize({ ...size, fit: 'cover' })
      .blur(30)
      .modulate({ brightness: 0.85 })
      .png()
      .toBuffer(),
    picture()
      .resize({ ...size, fit: 'inside' })
      .png()
      .toBuffer(),
  ]);
  return sharp(behind)
    .composite([{ input: whole }])
    .png()
    .toBuffer();
}

function drawWords({ title, when, where, team }: Omit<SharedEvent, 'poster'>, room: number): string {
  const { width, height } = shareSize;
  const line = { family: 'text', width: room, lineHeight: 1.25 } satisfies Partial<TextBox>;
  const date = drawText(when, { ...line, sizes: [32, 28], maxHeight: 40, color: colors.spot });
  const heading = drawText(title, {
    family: 'display',
    sizes: [88, 76, 66, 58, 50, 44, 38],
    width: room,
    maxHeight: 270,
    color: colors.ink,
    lineHeight: 1.14,
  });
  const place = drawText(where, { ...line, sizes: [32, 28], maxHeight: 80, color: colors.ink });
  const host = drawText(team ?? '', { ...line, sizes: [28, 24], maxHeight: 35, color: colors.inkFaint });
  const brand = drawText('Foyer', {
    ...line,
    family: 'display',
    sizes: [34],
    maxHeight: 44,
    color: colors.ink,
  });
  const parts = [
    [date, 116],
    [heading, 116 + date.height + 12],
    [place, height - margin - place.height - host.height - 8],
    [host, height - margin - host.height],
  ] as const;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<rect width="${room + 2 * margin}" height="12" fill="${colors.spot}"/>
<g transform="translate(${margin} 44) scale(1.25)"><path d="M3 31V16a13 13 0 0 1 26 0v15z" fill="${colors.spot}"/><path d="M9 31V16.5a7 7 0 0 1 14 0V31h-5.5V19.5h-3V31z" fill="#ffffff"/></g>
<g transform="translate(${margin + 52} 46)">${brand.svg}</g>
${parts.map(([{ svg }, y]) => `<g transform="translate(${margin} ${y})">${svg}</g>`).join('\n')}
</svg>`;
}
