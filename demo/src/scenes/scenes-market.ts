import { skins, drawSprig, drawPasser, type Passer } from '../posters/poster-figures.ts';
import type { Pen } from '../posters/poster-pen.ts';
import {
  curve,
  disc,
  line,
  oval,
  polygon,
  range,
  rect,
  ringSlice,
  turned,
  type Point,
} from '../posters/poster-shapes.ts';
import { drawSteeple, drawTerrace } from './scenes-town.ts';

export function drawMarket(pen: Pen): void {
  const { paper, sky, light, warm, cool, deep, ink } = pen.ink;
  pen.model(rect(0, 0, 1600, 900), sky, warm, 90, 0.6, 0.9);
  pen.model(disc(1040, 170, 96), paper, light, 90, 0.7, 0.8);
  drawSteeple(pen, 449, 400, 30);
  drawTerrace(pen, 560, true);
  pen.model(rect(0, 540, 1600, 360), deep, ink, 90, 0.9, 0.9);
  drawStall(pen, { x: 40, width: 420, top: 330, stripe: cool });
  drawStall(pen, { x: 1140, width: 420, top: 330, stripe: cool });
  drawStall(pen, { x: 430, width: 740, top: 350, stripe: warm });
  drawLanterns(pen, [-20, 90], [800, 60], 150);
  drawLanterns(pen, [800, 60], [1620, 110], 150);
  const coats = [warm, light, cool, paper, warm] as const;
  for (const [i, x] of [150, 330, 1215, 1330, 1500].entries()) {
    const hat = i % 2 === 1 ? coats[(i + 2) % 5] : undefined;
    const coat = coats[i] ?? warm;
    const skin = skins[(i * 3) % 4] ?? skins[0];
    drawPasser(pen, x, 920, {
      height: pen.between(300, 360),
      coat,
      hair: [ink, light, deep, warm][i % 4] ?? ink,
      skin,
      hat,
    });
  }
}

type Stall = { x: number; width: number; top: number; stripe: string };

function drawStall(pen: Pen, { x, width, top, stripe }: Stall): void {
  const { paper, light, warm, deep, ink, cool } = pen.ink;
  const [brim, counter, foot] = [top + 130, 650, 830];
  pen.model(rect(x + 20, brim, width - 40, counter - brim), ink, light, 90, 0.3, 0.8);
  const keepers = width > 500 ? [0.25, 0.75] : [0.5];
  for (const [i, share] of keepers.entries()) {
    const coat = i === 0 ? light : stripe === warm ? cool : warm;
    const worn = { coat, hair: deep, skin: skins[i === 0 ? 2 : 0], hat: i === 0 ? paper : undefined };
    drawKeeper(pen, x + width * share, counter, worn);
  }
  for (const px of [x + 14, x + width - 26]) pen.paint(rect(px, brim, 12, foot - brim), ink);
  drawAwning(pen, { x, width, top, stripe }, brim);
  drawGoods(pen, x, width, counter);
  pen.model(rect(x - 6, counter, width + 12, foot - counter), stripe, ink, 90, 0.7, 0.8);
  pen.paint(rect(x - 14, counter - 6, width + 28, 16), paper);
  const flags = Math.round(width / 60);
  const step = width / flags;
  for (const i of range(flags)) {
    const left = x + i * step;
    const flag = polygon(
      `${left},${counter + 10} ${left + step},${counter + 10} ${left + step / 2},${counter + 46}`,
    );
    pen.paint(flag, i % 2 === 0 ? light : paper);
  }
}

function drawAwning(pen: Pen, { x, width, top, stripe }: Stall, brim: number): void {
  const { paper, ink } = pen.ink;
  const stripes = Math.round(width / 60);
  const step = width / stripes;
  const middle = x + width / 2;
  const back = (value: number) => middle + (value - middle) * 0.86;
  for (const i of range(stripes)) {
    const [a, b] = [x + i * step, x + (i + 1) * step];
    const colour = i % 2 === 0 ? stripe : paper;
    pen.paint(polygon(`${back(a)},${top} ${back(b)},${top} ${b},${brim} ${a},${brim}`), colour);
    pen.paint(ringSlice([(a + b) / 2, brim - 1], [0.1, step / 2], 0, 180), colour);
  }
  const cloth = polygon(`${back(x)},${top} ${back(x + width)},${top} ${x + width},${brim} ${x},${brim}`);
  pen.shade(cloth, ink, -90, 0.35, 0.6);
}

function drawKeeper(pen: Pen, x: number, counter: number, worn: Omit<Passer, 'height'>): void {
  const { paper, ink } = pen.ink;
  pen.placed(x, counter, 0, 1, () => {
    pen.model(turned(0, '18,-104 46,-94 60,-64 66,0|66,0 0,0'), worn.coat, ink, 0, 0.5, 0.6);
    pen.paint(polygon('-22,-98 22,-98 30,0 -30,0'), paper);
    pen.paint(rect(-10, -122, 20, 26), worn.skin);
    pen.paint(oval(0, -136, 25, 29), worn.skin);
    pen.paint(turned(0, '0,-170 24,-162 29,-136|29,-136 18,-150 0,-154'), worn.hat ?? worn.hair);
    pen.stroke(curve('-9,-124 0,-119 9,-124'), ink, 2.5);
    for (const side of [-9, 9]) pen.paint(disc(side, -138, 2.6), ink);
  });
}

function drawGoods(pen: Pen, x: number, width: number, counter: number): void {
  const { paper, light, warm, cool, ink, deep } = pen.ink;
  const crates = Math.floor(width / 122);
  const step = (width - 20) / crates;
  for (const i of range(crates)) {
    const left = x + 16 + i * step;
    const fruit = [warm, light, cool, paper][(i + Math.floor(x)) % 4] ?? warm;
    if (i % 3 === 2) {
      for (const j of range(3)) {
        pen.placed(left + 22 + j * 30, counter - 34, (j - 1) * 16, 1, () =>
          drawSprig(pen, 74, 3, cool, deep),
        );
      }
    } else {
      for (const j of range(9)) {
        const [row, column] = [Math.floor(j / 5), j % 5];
        const [fx, fy] = [left + 16 + column * 20 + row * 11, counter - 40 - row * 19];
        pen.paint(disc(fx, fy, 14), ink);
        pen.paint(disc(fx - 1, fy - 1, 13), fruit);
      }
    }
    pen.paint(rect(left, counter - 38, step - 14, 40), light);
    pen.stroke(line(`${left},${counter - 20} ${left + step - 14},${counter - 20}`), ink, 3);
  }
}

function drawLanterns(pen: Pen, from: Point, to: Point, sag: number): void {
  const { paper, light, warm, ink } = pen.ink;
  const on = (t: number): Point => [
    from[0] + (to[0] - from[0]) * t,
    from[1] + (to[1] - from[1]) * t + sag * 4 * t * (1 - t) * 0.9,
  ];
  pen.stroke(curve(range(13).map((i) => on(i / 12))), ink, 4);
  for (const i of range(7)) {
    const [x, y] = on((i + 0.5) / 7);
    pen.paint(disc(x, y + 36, 44), light, 0.22);
    pen.paint(rect(x - 9, y, 18, 12, 3), ink);
    pen.model(
      turned(x, `12,${y + 12} 28,${y + 36} 12,${y + 62}`),
      i % 2 === 0 ? light : paper,
      warm,
      90,
      0.6,
      0.9,
    );
    pen.paint(rect(x - 9, y + 60, 18, 7, 2), ink);
  }
}
