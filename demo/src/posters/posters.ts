import { type PaletteName, palettes } from './poster-palettes.ts';
import { Pen, POSTER_WIDTH } from './poster-pen.ts';
import { drawGallery, drawPress } from '../scenes/scenes-craft.ts';
import { drawCircuit, drawDrafting } from '../scenes/scenes-ideas.ts';
import { drawBooks } from '../scenes/scenes-library.ts';
import { drawMarket } from '../scenes/scenes-market.ts';
import { drawCello, drawGuitar, drawKeys } from '../scenes/scenes-music.ts';
import { drawNight, drawWindows } from '../scenes/scenes-night.ts';
import { drawAllotment, drawBicycle, drawHills, drawSails } from '../scenes/scenes-outdoors.ts';
import { drawArcade, drawChess, drawDice } from '../scenes/scenes-play.ts';
import { drawRunners, drawStones, drawSwim, drawTableTennis } from '../scenes/scenes-sport.ts';
import { drawCinema, drawStage } from '../scenes/scenes-stage.ts';
import { drawBread, drawCoffee, drawPots } from '../scenes/scenes-still-life.ts';
import { drawTable } from '../scenes/scenes-table.ts';
import { drawBridge } from '../scenes/scenes-town.ts';
import { drawChoir, drawVoices } from '../scenes/scenes-voices.ts';

/**
 * The scenes that a poster can show. Each scene has its subject in the middle square, so that no crop cuts the subject
 * off.
 */
const scenes = {
  allotment: drawAllotment,
  arcade: drawArcade,
  bicycle: drawBicycle,
  books: drawBooks,
  bread: drawBread,
  bridge: drawBridge,
  cello: drawCello,
  chess: drawChess,
  choir: drawChoir,
  cinema: drawCinema,
  circuit: drawCircuit,
  coffee: drawCoffee,
  dice: drawDice,
  drafting: drawDrafting,
  gallery: drawGallery,
  guitar: drawGuitar,
  hills: drawHills,
  keys: drawKeys,
  market: drawMarket,
  night: drawNight,
  pots: drawPots,
  press: drawPress,
  runners: drawRunners,
  sails: drawSails,
  stage: drawStage,
  stones: drawStones,
  swim: drawSwim,
  table: drawTable,
  tennis: drawTableTennis,
  voices: drawVoices,
  windows: drawWindows,
} satisfies Record<string, (pen: Pen) => void>;

/** The option `mirrored` swaps left and right, so that two posters of the same scene look different. `isPortrait` shows
 * the middle of the scene only. */
export type PosterSpec = {
  scene: keyof typeof scenes;
  palette: PaletteName;
  seed: number;
  mirrored?: boolean;
  isPortrait?: boolean;
};

/** Draws the poster as an SVG document, 1600 × 900 or 720 × 900. The same spec always gives the same picture. */
export function drawPoster(spec: PosterSpec): string {
  const pen = new Pen(palettes[spec.palette], spec.seed);
  const drawScene = scenes[spec.scene];
  if (spec.mirrored) pen.placed(POSTER_WIDTH, 0, 0, [-1, 1], () => drawScene(pen));
  else drawScene(pen);
  return pen.finish(spec.isPortrait ? 720 : undefined);
}
