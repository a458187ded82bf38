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
  /** The picture of the team, as Foyer has stored it. */
  logo: Uint8Array | null;
}

/** The size that other sites show links with. */
const shareSize = { width: 1200, height: 630 };

const paper = '#faf5ea';
const margin = 64;
const posterWidth = 450;
const logoSize = 64;

interface Size {
  width: number;
  height: number;
}

/** Draws the picture of a shared link as JPEG. The function takes one argument because it runs in a worker thread. */
export async function drawSharePicture({ poster, logo, ...event }: SharedEvent): Promise<Uint8Array> {
  const { width, height } = shareSize;
  const place = { width: posterWidth, height };
  const shown = poster && (await fitPoster(poster, place).catch(() => null));
  const badge = logo && (await fitLogo(logo).catch(() => null));
  const room = width - 2 * margin - (shown ? posterWidth : 0);
  return sharp({ create: { width, height, channels: 3, background: paper } })
    .composite([
      ...(shown ? [{ input: shown, left: width - posterWidth, top: 0 }] : []),
      { input: Buffer.from(drawWords(event, { room, hasLogo: Boolean(badge) })), left: 0, top: 0 },
      ...(badge ? [{ input: badge, left: margin, top: height - margin - logoSize }] : []),
    ])
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer();
}

/** Draws the picture of an event for mails as JPEG, because some mail programs show neither WebP nor AVIF. */
export async function drawMailPicture({
  poster,
  width,
  height,
}: Size & { poster: Uint8Array }): Promise<Uint8Array> {
  return sharp(await fitPoster(poster, { width, height }))
    .jpeg({ quality: 80, mozjpeg: true })
    .toBuffer();
}

/** Shows the whole poster on the plain colour of its edges, because posters have all shapes. */
async function fitPoster(poster: Uint8Array, size: Size): Promise<Buffer> {
  const { data, info } = await sharp(poster, { limitInputPixels: 10_000_000, failOn: 'error' })
    .flatten({ background: paper })
    .toColourspace('srgb')
    .resize({ ...size, fit: 'inside' })
    .png()
    .toBuffer({ resolveWithObject: true });
  const background = await findEdgeColour(data, { ...info, isNarrow: info.width < size.width });
  return sharp(data)
    .resize({ ...size, fit: 'contain', background })
    .png()
    .toBuffer();
}

/**
 * Finds the median colour of the two edges at which a poster leaves room. Unlike an average, it is a colour of the poster
 * if most of an edge has one colour.
 */
async function findEdgeColour(
  picture: Buffer,
  { width, height, isNarrow }: Size & { isNarrow: boolean },
): Promise<{ r: number; g: number; b: number }> {
  const edge = isNarrow ? { width: 1, height } : { width, height: 1 };
  const starts = [
    { left: 0, top: 0 },
    { left: width - edge.width, top: height - edge.height },
  ];
  const edges = starts.map((start) =>
    sharp(picture)
      .extract({ ...start, ...edge })
      .raw()
      .toBuffer(),
  );
  const values = Buffer.concat(await Promise.all(edges));
  const medianOf = (channel: number) =>
    values.filter((_, index) => index % 3 === channel).toSorted()[Math.floor(values.length / 6)] ?? 0;
  return { r: medianOf(0), g: medianOf(1), b: medianOf(2) };
}

/** Shows the whole picture of a team in a square, as pages do. */
function fitLogo(logo: Uint8Array): Promise<Buffer> {
  return sharp(logo, { limitInputPixels: 10_000_000, failOn: 'error' })
    .resize({ width: logoSize, height: logoSize, fit: 'contain', background: '#fff' })
    .flatten({ background: '#fff' })
    .png()
    .toBuffer();
}

function drawWords(
  { title, when, where, team }: Omit<SharedEvent, 'poster' | 'logo'>,
  { room, hasLogo }: { room: number; hasLogo: boolean },
): string {
  const { width, height } = shareSize;
  const line = { family: 'text', width: room, lineHeight: 1.25 } satisfies Partial<TextBox>;
  const date = drawText(when, { ...line, sizes: [32, 28], maxHeight: 40, color: colors.spot });
  const heading = drawText(title, {
    family: 'display',
    sizes: [88, 76, 66, 58, 50, 44, 38],
    width: room,
    // The logo needs the room of a line.
    maxHeight: hasLogo ? 230 : 270,
    color: colors.ink,
    lineHeight: 1.14,
  });
  const place = drawText(where, { ...line, sizes: [32, 28], maxHeight: 80, color: colors.ink });
  const besideLogo = hasLogo ? logoSize + 18 : 0;
  const host = drawText(team ?? '', {
    ...line,
    width: room - besideLogo,
    sizes: [28, 24],
    maxHeight: 35,
    color: colors.inkFaint,
  });
  const hostHeight = hasLogo ? logoSize : host.height;
  const brand = drawText('Foyer', {
    ...line,
    family: 'display',
    sizes: [34],
    maxHeight: 44,
    color: colors.ink,
  });
  const parts = [
    [date, margin, 116],
    [heading, margin, 116 + date.height + 12],
    [place, margin, height - margin - place.height - hostHeight - (hasLogo ? 18 : 8)],
    [host, margin + besideLogo, height - margin - (hostHeight + host.height) / 2],
  ] as const;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<rect width="${room + 2 * margin}" height="12" fill="${colors.spot}"/>
<g transform="translate(${margin} 44) scale(1.25)"><path d="M3 31V16a13 13 0 0 1 26 0v15z" fill="${colors.spot}"/><path d="M9 31V16.5a7 7 0 0 1 14 0V31h-5.5V19.5h-3V31z" fill="#ffffff"/></g>
<g transform="translate(${margin + 52} 46)">${brand.svg}</g>
${parts.map(([{ svg }, x, y]) => `<g transform="translate(${x} ${y})">${svg}</g>`).join('\n')}
</svg>`;
}
