import type { Pen } from './poster-pen.ts';
import { curve, disc, ground, leaf, line, oval, type Point, polygon, range, rect } from './poster-shapes.ts';

function drawSun(pen: Pen, x: number, y: number, radius: number, colour: string): void {
  const sun = disc(x, y, radius);
  pen.model(sun, colour, pen.ink.warm, 90, 0.5, 0.7);
}

function drawPoplar(pen: Pen, x: number, foot: number, height: number): void {
  pen.fill(rect(x - 3, foot - 20, 6, 26), pen.ink.ink);
  const crown = leaf([x, foot - 8], [x, foot - height], 0.24);
  pen.model(crown, pen.ink.deep, pen.ink.ink, 0, 0.9, 0.8);
}

function drawBirds(pen: Pen, x: number, y: number, count: number): void {
  for (const i of range(count)) {
    const [bx, by, size] = [x + i * 62 + pen.between(-14, 14), y + pen.between(-34, 34), pen.between(15, 24)];
    pen.stroke(curve([bx - size, by - size * 0.3], [bx - size * 0.4, by - size * 0.45], [bx, by]), pen.ink.ink, 4);
    pen.stroke(curve([bx, by], [bx + size * 0.4, by - size * 0.5], [bx + size, by - size * 0.45]), pen.ink.ink, 4);
  }
}

/** A valley with a road or river winding up to the light. */
export function drawHills(pen: Pen): void {
  const { paper, sky, light, warm, cool, deep, ink } = pen.ink;
  const page = rect(0, 0, 1600, 900);
  pen.model(page, sky, paper, 90, 0.9, 0.6);
  const sunX = pen.between(640, 960);
  drawSun(pen, sunX, 330, 190, light);
  for (const [y, left, right] of [[250, -60, 420], [318, 1130, 1700], [196, 1000, 1260]] as const) {
    const cloud = rect(left, y, right - left, 34, 17);
    pen.fill(cloud, paper);
  }
  const far = ground([[0, 470], [220, 400], [470, 450], [760, 395], [1040, 460], [1330, 385], [1600, 440]]);
  pen.fill(far, paper);
  pen.fill(far, cool, 0.6);
  pen.shade(far, paper, 90, 0.7, 0.35);
  const ridge = ground([[0, 520], [260, 560], [560, 480], [860, 530], [1180, 475], [1600, 545]]);
  pen.model(ridge, cool, deep, -60, 0.7, 0.6);
  const slope = ground([[0, 610], [300, 640], [640, 575], [980, 600], [1300, 560], [1600, 600]]);
  pen.model(slope, light, warm, 180, 0.75, 0.7);
  for (const i of range(9)) {
    const x = 980 + i * 74;
    pen.stroke(curve([x, 596 - i * 3], [x - 60 + i * 12, 660], [x - 200 + i * 26, 760]), warm, 5);
  }
  for (const i of range(6)) drawPoplar(pen, 240 + i * 46, 640 - Math.abs(i - 3) * 4, pen.between(120, 190));
  const near = ground([[0, 690], [360, 740], [760, 690], [1120, 720], [1600, 650]]);
  pen.model(near, deep, ink, 120, 0.9, 0.7);
  const road: Point[] = [[700, 900], [770, 800], [960, 740], [880, 680], [720, 645], [800, 600], [850, 585]];
  const back: Point[] = [[840, 585], [770, 600], [660, 645], [770, 690], [830, 740], [560, 800], [380, 900]];
  const path = polygon(...sampleSpline(road), ...sampleSpline(back));
  pen.model(path, paper, light, 90, 0.6, 0.7);
  drawBarn(pen, 1130, 628);
  for (const [x, y, height] of [[1010, 700, 110], [1340, 690, 210], [1400, 690, 160], [1452, 684, 230]] as const) {
    drawPoplar(pen, x, y, height);
  }
  drawBirds(pen, sunX - 330, 210, 4);
}

/** Densely sampled points of a soft line, for outlines made of two banks. */
function sampleSpline(points: readonly Point[]): Point[] {
  return points.slice(0, -1).flatMap((from, i) => {
    const to = points[i + 1] ?? from;
    const before = points[i - 1] ?? from;
    const after = points[i + 2] ?? to;
    return range(10).map((step): Point => {
      const t = step / 10;
      const mix = (a: number, b: number, c: number, d: number) =>
        0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t);
      return [mix(before[0], from[0], to[0], after[0]), mix(before[1], from[1], to[1], after[1])];
    });
  });
}

function drawBarn(pen: Pen, x: number, y: number): void {
  const { paper, warm, ink, deep } = pen.ink;
  pen.fill(polygon([x, y], [x, y - 52], [x + 62, y - 52], [x + 62, y]), paper);
  pen.fill(polygon([x + 62, y], [x + 62, y - 52], [x + 86, y - 92], [x + 110, y - 52], [x + 110, y]), paper);
  const side = polygon([x + 62, y], [x + 62, y - 52], [x + 86, y - 92], [x + 110, y - 52], [x + 110, y]);
  pen.shade(side, deep, 0, 0.6, 1);
  pen.fill(polygon([x - 8, y - 50], [x + 18, y - 92], [x + 88, y - 94], [x + 60, y - 50]), warm);
  pen.fill(rect(x + 16, y - 32, 16, 32), ink);
  pen.fill(rect(x + 79, y - 44, 14, 18), ink);
}

/** Sails on a wide water. */
export function drawSails(pen: Pen): void {
  const { paper, sky, light, warm, cool, deep, ink } = pen.ink;
  const page = rect(0, 0, 1600, 900);
  pen.model(page, sky, paper, 90, 0.9, 0.7);
  drawSun(pen, 1010, 270, 150, light);
  const shore = ground([[0, 500], [200, 440], [420, 470], [700, 492], [900, 505]], 540);
  pen.fill(shore, deep);
  const hills = ground([[760, 505], [1000, 470], [1240, 430], [1450, 470], [1600, 440]], 540);
  pen.model(hills, cool, deep, 90, 0.7, 0.8);
  const water = rect(0, 505, 1600, 395);
  pen.model(water, cool, deep, 90, 0.9, 0.9);
  for (const i of range(26)) {
    const y = 520 + i * i * 0.6;
    const width = pen.between(30, 90) * (1 + i * 0.09);
    const x = 1010 + pen.between(-1, 1) * (50 + i * 9) - width / 2;
    pen.fill(rect(x, y, width, 4 + i * 0.35, 2), light);
  }
  for (const i of range(16)) {
    const [x, y] = [pen.between(-40, 1560), pen.between(560, 880)];
    pen.stroke(curve([x, y], [x + 30, y - 8], [x + 60, y], [x + 90, y - 6]), i % 3 === 0 ? paper : ink, 4);
  }
  drawBoat(pen, 300, 600, 0.62, warm, paper);
  drawBoat(pen, 1300, 580, 0.5, paper, light);
  drawBoat(pen, 720, 730, 1.35, paper, warm);
  drawBirds(pen, 380, 200, 4);
}

function drawBoat(pen: Pen, x: number, y: number, scale: number, sail: string, jib: string): void {
  const { ink, deep, warm, light } = pen.ink;
  pen.placed(x, y, -3, scale, () => {
    const main = polygon([6, -420], [10, -60], [210, -66], [120, -230]);
    pen.model(main, sail, sail === warm ? ink : warm, 0, 0.55, 0.8);
    for (const i of range(3)) pen.stroke(line([10, -140 - i * 90], [178 - i * 46, -140 - i * 82]), deep, 2.5);
    const fore = polygon([-6, -390], [-14, -58], [-170, -52], [-96, -190]);
    pen.model(fore, jib, deep, 180, 0.55, 0.8);
    pen.stroke(line([0, -440], [0, -30]), ink, 8);
    pen.fill(polygon([0, -440], [56, -424], [0, -408]), light);
    pen.fill(polygon([-190, -40], [230, -46], [180, 30], [-130, 34]), ink);
    pen.fill(polygon([-190, -40], [230, -46], [226, -30], [-184, -24]), warm);
    for (const [px, colour] of [[40, light], [96, warm]] as const) {
      pen.fill(oval(px, -62, 20, 34), colour);
      pen.fill(disc(px, -104, 14), deep);
    }
    for (const i of range(5)) pen.fill(rect(-150 + i * 16, 48 + i * 18, 300 - i * 44, 7, 3), sail, 0.75);
  });
}
