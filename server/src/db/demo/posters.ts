import { Pen } from './poster-pen.ts';
import { type PaletteName, palettes } from './poster-palettes.ts';
import { drawHills, drawSails } from './scenes-outdoors.ts';

const scenes = { hills: drawHills, sails: drawSails } satisfies Record<string, (pen: Pen) => void>;

export type SceneName = keyof typeof scenes;
export type PosterSpec = { scene: SceneName; palette: PaletteName; seed: number };

export function drawPoster(spec: PosterSpec): string {
  const pen = new Pen(palettes[spec.palette], spec.seed);
  scenes[spec.scene](pen);
  return pen.finish();
}
