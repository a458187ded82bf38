import { type Palette, type PaletteName, palettes } from './poster-palettes.ts';

export const EMBLEM_SIZE = 512;

/** Flags on a string, for those who put up the bunting. */
function drawBunting({ deep, paper, light, warm }: Palette): string {
  return `<rect width="512" height="512" fill="${deep}"/>
<path d="M28 150L166 196L76 368z" fill="${warm}"/>
<path d="M182 200H330L256 420z" fill="${light}"/>
<path d="M346 196L484 150L436 368z" fill="${paper}"/>
<path d="M-10 128Q256 268 522 128" fill="none" stroke="${paper}" stroke-width="16"/>`;
}

/** A malt kiln with its cowl. */
function drawKiln({ sky, deep, warm, light, paper }: Palette): string {
  return `<rect width="512" height="512" fill="${sky}"/>
<path d="M238 112h36v40h-36z" fill="${deep}"/>
<path d="M222 116l78-52 14 26-60 34z" fill="${deep}"/>
<path d="M256 142l128 174H128z" fill="${warm}"/>
<path d="M152 316h208v196H152z" fill="${deep}"/>
<path d="M216 512V420a40 40 0 0 1 80 0v92z" fill="${light}"/>
<path d="M184 346h36v36h-36zM292 346h36v36h-36z" fill="${paper}"/>`;
}

/** The bend of a running track below the sun. */
function drawTrack({ sky, light, warm, cool, paper, deep }: Palette): string {
  const lanes = [236, 188, 140, 92].map(
    (radius) => `<circle cx="256" cy="512" r="${radius}" fill="none" stroke="${paper}" stroke-width="9"/>`,
  );
  return `<rect width="512" height="512" fill="${sky}"/>
<circle cx="256" cy="168" r="84" fill="${light}"/>
<path d="M0 300Q128 236 256 292T512 280V512H0z" fill="${cool}"/>
<circle cx="256" cy="512" r="258" fill="${warm}"/>
${lanes.join('\n')}
<circle cx="256" cy="512" r="68" fill="${deep}"/>`;
}

const emblems = { bunting: drawBunting, kiln: drawKiln, track: drawTrack };

export interface EmblemSpec {
  emblem: keyof typeof emblems;
  palette: PaletteName;
}

/** Draws the picture of a team as a square SVG document. */
export function drawEmblem({ emblem, palette }: EmblemSpec): string {
  const size = EMBLEM_SIZE;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}">
${emblems[emblem](palettes[palette])}
</svg>`;
}
