import { skins, drawSun, drawBirds, drawPasser } from '../posters/poster-figures.ts';
import type { Pen } from '../posters/poster-pen.ts';
import {
  curve,
  disc,
  ground,
  line,
  oval,
  polygon,
  range,
  rect,
  turned,
  triples,
} from '../posters/poster-shapes.ts';

type House = { x: number; foot: number; width: number; height: number; wall: string; lit: boolean };

function drawHouse(pen: Pen, { x, foot, width, height, wall, lit }: House): void {
  const { paper, light, warm, deep, ink } = pen.ink;
  const eaves = foot - height;
  const gable = eaves - width * pen.between(0.34, 0.5);
  const roof = wall === warm ? ink : pen.pick([warm, ink, deep]);
  pen.paint(rect(x + width * 0.68, gable - 8, width * 0.14, eaves - gable), wall);
  const front = rect(x, eaves, width, height);
  pen.model(front, wall, ink, 0, 0.5, 0.5);
  const [left, middle, right] = [x - 7, x + width / 2, x + width + 7];
  pen.model(polygon(`${left},${eaves + 4} ${middle},${gable} ${right},${eaves + 4}`), roof, ink, 0, 0.5, 0.6);
  const [panes, floors] = [width > 120 ? 3 : 2, Math.floor(height / 78)];
  const gap = width / panes;
  for (const row of range(floors)) {
    for (const column of range(panes)) {
      const glass = lit ? pen.pick([light, light, ink]) : pen.pick([ink, deep, deep]);
      const [wx, wy] = [x + gap * (column + 0.5) - 14, eaves + 26 + row * 76];
      pen.paint(rect(wx, wy, 28, 42), glass);
      pen.paint(rect(wx - 4, wy + 42, 36, 5), paper);
      pen.paint(rect(wx + 12.5, wy, 3, 42), wall);
    }
  }
}

export function drawTerrace(pen: Pen, foot: number, lit: boolean): void {
  const { paper, light, warm, cool, deep } = pen.ink;
  const walls = [cool, paper, deep, warm, paper, cool, light, deep];
  let x = -40;
  let i = Math.floor(pen.between(0, walls.length));
  while (x < 1620) {
    const width = pen.between(104, 176);
    drawHouse(pen, {
      x,
      foot,
      width,
      height: pen.between(150, 262),
      wall: walls[i % walls.length] ?? deep,
      lit,
    });
    x += width + 2;
    i += 1;
  }
}

export function drawSteeple(pen: Pen, x: number, foot: number, top: number): void {
  const { paper, light, deep, ink } = pen.ink;
  pen.model(polygon(`${x - 46},${foot - 230} ${x},${top} ${x + 46},${foot - 230}`), deep, ink, 0, 0.8, 0.7);
  pen.model(rect(x - 50, foot - 236, 100, 240), paper, deep, 0, 0.7, 0.8);
  pen.paint(disc(x, foot - 180, 26), ink);
  pen.paint(disc(x, foot - 180, 20), light);
  pen.stroke(line(`${x},${foot - 194} ${x},${foot - 180} ${x + 10},${foot - 174}`), ink, 4);
  pen.stroke(line(`${x},${top} ${x},${top - 34}`), ink, 5);
  pen.paint(polygon(`${x},${top - 34} ${x + 30},${top - 26} ${x},${top - 16}`), light);
}

/** Draws the old bridge. Each arch and its reflection in the river form an oval. */
export function drawBridge(pen: Pen): void {
  const { paper, sky, light, warm, cool, deep, ink } = pen.ink;
  pen.model(rect(0, 0, 1600, 900), sky, paper, 90, 0.9, 0.6);
  drawSun(pen, 1130, 230, 140, light);
  pen.paint(rect(-40, 150, 400, 30, 15), paper);
  pen.paint(rect(1240, 110, 460, 30, 15), paper);
  drawBirds(pen, 240, 250, 4);
  drawSteeple(pen, 560, 392, 40);
  drawTerrace(pen, 560, false);
  for (const x of [90, 420, 720, 1010, 1390]) {
    const crown = oval(x, 520, pen.between(46, 66), pen.between(60, 90));
    pen.model(crown, cool, ink, 45, 0.6, 0.8);
  }
  pen.model(rect(0, 690, 1600, 210), cool, deep, 90, 0.8, 1);
  const deck = ground('-10,590 300,566 800,536 1300,566 1610,590', 716);
  pen.model(deck, paper, warm, 90, 0.45, 0.9);
  for (const i of range(5)) {
    const y = 610 + i * 24;
    pen.stroke(line(`-10,${y} 1610,${y}`), deep, 2, `${30 + i * 4} ${14 + i * 9} 60 20`);
  }
  pen.stroke(curve('-10,582 300,558 800,528 1300,558 1610,582'), deep, 18);
  for (const [x, rx, ry] of triples('180,140,92 490,150,104 800,136,118 1110,150,104 1420,140,92')) {
    pen.paint(oval(x, 716, rx + 16, ry + 16), light);
    pen.model(oval(x, 716, rx, ry), deep, ink, -90, 0.8, 0.9);
  }
  drawWater(pen);
  drawPunt(pen, 830, 820);
  drawPasser(pen, 640, 556, { height: 84, coat: warm, hair: ink, skin: skins[1] });
  drawPasser(pen, 676, 556, { height: 84, coat: ink, hair: ink, skin: skins[1] });
  drawPasser(pen, 960, 556, { height: 84, coat: cool, hair: ink, skin: skins[1] });
}

/** Draws the river, transparent enough to show the reflections of the arches. */
function drawWater(pen: Pen): void {
  const { paper, light, cool, deep } = pen.ink;
  const water = rect(0, 716, 1600, 184);
  pen.paint(water, cool, 0.72);
  pen.shade(water, deep, 90, 0.7, 0.9);
  for (const i of range(34)) {
    const width = pen.between(40, 190);
    pen.paint(
      rect(pen.between(-60, 1560), 726 + i * 5.2, width, 3 + i * 0.1, 2),
      i % 4 === 0 ? light : paper,
      0.75,
    );
  }
}

function drawPunt(pen: Pen, x: number, y: number): void {
  const { paper, light, warm, ink } = pen.ink;
  pen.placed(x, y, 0, 1, () => {
    pen.stroke(line('150,-170 96,50'), ink, 6);
    pen.paint(polygon('-220,-30 -150,18 170,18 220,-30 190,-22 -190,-22'), ink);
    pen.paint(rect(-200, -26, 400, 8), warm);
    drawPasser(pen, 118, -18, { height: 150, coat: paper, hair: ink, skin: skins[0], hat: light });
    pen.paint(turned(-70, '16,-84 32,-74 36,-24'), light);
    pen.paint(disc(-70, -104, 19), skins[2]);
    pen.paint(turned(-70, '0,-126 18,-118 22,-104'), ink);
    for (const i of range(4)) pen.paint(rect(-160 + i * 30, 30 + i * 12, 320 - i * 60, 5, 2), ink, 0.6);
  });
}
