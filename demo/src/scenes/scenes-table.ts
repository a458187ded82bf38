import { drawSprig } from '../posters/poster-figures.ts';
import type { Pen } from '../posters/poster-pen.ts';
import {
  blob,
  disc,
  leaf,
  line,
  onCircle,
  oval,
  polygon,
  range,
  rect,
  ringSlice,
  triples,
  pairs,
} from '../posters/poster-shapes.ts';

/** Draws a round thing on the table with its shadow beside it. */
function lay(pen: Pen, x: number, y: number, radius: number, colour: string): void {
  pen.paint(disc(x + 14, y + 18, radius), pen.ink.ink, 0.32);
  pen.model(disc(x, y, radius), colour, pen.ink.deep, 45, 0.3, 0.4);
}

function drawPlate(pen: Pen, x: number, y: number, radius: number, rim: string): void {
  lay(pen, x, y, radius, pen.ink.paper);
  pen.stroke(disc(x, y, radius - 12), rim, 7);
  pen.stroke(disc(x, y, radius * 0.68), rim, 2.5);
}

export function drawTable(pen: Pen): void {
  const { paper, light, warm, cool, deep } = pen.ink;
  pen.paint(rect(0, 0, 1600, 900), deep);
  for (const i of range(17)) pen.paint(rect(i * 100 - 10, 0, 40, 900), cool, 0.4);
  for (const i of range(10)) pen.paint(rect(0, i * 100 - 20, 1600, 40), cool, 0.4);
  pen.model(rect(0, 300, 1600, 300), paper, light, 90, 0.4, 0.9);
  for (const y of [312, 578]) pen.paint(rect(0, y, 1600, 10), warm);
  drawFish(pen);
  drawPie(pen, 330, 190, 150);
  drawSalad(pen, 1270, 200, 150);
  drawTomatoes(pen, 350, 720, 140);
  drawLoaf(pen, 1260, 710);
  for (const [x, y] of pairs('800,-20 800,920')) {
    drawPlate(pen, x, y, 165, cool);
    pen.model(oval(x, y + (y < 0 ? 52 : -52), 74, 40), light, warm, 90, 0.6, 0.9);
  }
  for (const [x, y] of pairs('578,232 1022,232 578,672 1022,672 90,470 1510,450')) {
    lay(pen, x, y, 52, light);
    pen.paint(disc(x, y, 42), warm);
    pen.paint(ringSlice([x, y], [24, 32], 200, 300), paper);
  }
  for (const [x, y, turn] of triples('590,40,8 1010,30,-6 600,868,-8 1000,874,10')) {
    drawCutlery(pen, x, y, turn);
  }
  for (const [x, y] of pairs('380,450 1220,452')) drawLemon(pen, x, y, 62);
  for (const [x, y, turn] of triples('210,470,80 1390,450,-95 480,420,40')) {
    pen.placed(x, y, turn, 1, () => drawSprig(pen, 130, 4, cool, deep));
  }
}

function drawFish(pen: Pen): void {
  const { paper, light, warm, cool, ink, deep } = pen.ink;
  pen.paint(oval(816, 470, 330, 150), ink, 0.32);
  pen.model(oval(800, 450, 330, 150), light, warm, 90, 0.5, 0.8);
  pen.stroke(oval(800, 450, 306, 130), paper, 5);
  const body = blob('560,452 640,386 780,372 920,410 1000,450 920,492 780,528 640,514');
  pen.model(polygon('980,450 1076,378 1056,450 1076,522'), cool, deep, 0, 0.7, 0.9);
  pen.model(body, cool, deep, 90, 0.7, 0.9);
  pen.inside(body, () => {
    for (const i of range(6)) {
      for (const j of range(5)) {
        pen.stroke(ringSlice([720 + i * 44, 390 + j * 34 + (i % 2) * 17], [17, 17.5], 110, 250), paper, 3);
      }
    }
    pen.paint(oval(560, 452, 108, 130), deep);
  });
  pen.paint(disc(612, 432, 15), paper);
  pen.paint(disc(612, 432, 7), ink);
  pen.model(polygon('760,376 860,330 880,398'), deep, ink, 0, 0.6, 0.9);
  pen.paint(polygon('770,524 850,566 856,508'), deep);
  for (const [x, y] of pairs('690,550 772,562 560,350')) drawLemon(pen, x, y, 34);
}

function drawLemon(pen: Pen, x: number, y: number, radius: number): void {
  const { paper, light, warm } = pen.ink;
  lay(pen, x, y, radius, light);
  pen.paint(disc(x, y, radius * 0.86), paper);
  for (const i of range(8)) {
    pen.paint(
      ringSlice([x, y], [radius * 0.12, radius * 0.76], i * 45 + 5, i * 45 + 40),
      i % 4 === 0 ? warm : light,
    );
  }
}

function drawPie(pen: Pen, x: number, y: number, radius: number): void {
  const { light, warm, cool, paper } = pen.ink;
  drawPlate(pen, x, y, radius + 24, cool);
  pen.model(disc(x, y, radius), light, warm, 45, 0.7, 0.9);
  const filling = disc(x, y, radius - 26);
  pen.paint(filling, warm);
  pen.inside(filling, () => {
    for (const i of range(5)) pen.paint(rect(x - radius, y - radius + 24 + i * 62, radius * 2, 26), light);
    for (const i of range(5)) {
      pen.model(rect(x - radius + 24 + i * 62, y - radius, 26, radius * 2), light, warm, 0, 0.5, 0.8);
    }
  });
  for (const i of range(22)) {
    pen.paint(disc(...onCircle(x, y, radius - 8, i * (360 / 22)), 12), i % 2 === 0 ? light : paper);
  }
}

function drawSalad(pen: Pen, x: number, y: number, radius: number): void {
  const { warm, cool, deep, paper, light } = pen.ink;
  lay(pen, x, y, radius + 16, warm);
  pen.paint(disc(x, y, radius - 6), deep);
  for (const i of range(24)) {
    const angle = i * 137.5;
    const from = onCircle(x, y, radius * (0.5 - i * 0.018), angle);
    const to = onCircle(x, y, radius * (0.92 - i * 0.02), angle + 16);
    const green = [cool, light, cool, paper][i % 4] ?? cool;
    pen.paint(leaf(from, to, 0.62), deep);
    pen.paint(leaf(from, to, 0.48), green);
    pen.stroke(line([from, to]), deep, 2.5);
  }
  for (const i of range(6)) {
    const [tx, ty] = onCircle(x, y, radius * (0.3 + (i % 3) * 0.2), i * 63 + 20);
    pen.paint(disc(tx, ty, 19), warm);
    pen.paint(disc(tx - 5, ty - 6, 5), paper);
  }
}

function drawTomatoes(pen: Pen, x: number, y: number, radius: number): void {
  const { paper, warm, cool, light, ink } = pen.ink;
  lay(pen, x, y, radius + 20, cool);
  pen.paint(disc(x, y, radius), paper);
  for (const i of range(8)) {
    const [tx, ty] = i === 7 ? [x, y] : onCircle(x, y, radius * 0.64, i * (360 / 7));
    pen.model(disc(tx, ty, 44), i % 3 === 1 ? light : warm, ink, 50, 0.45, 0.7);
    for (const j of range(5)) pen.paint(leaf([tx, ty], onCircle(tx, ty, 22, j * 72 + i * 20), 0.5), cool);
  }
}

function drawLoaf(pen: Pen, x: number, y: number): void {
  const { paper, light, warm, ink } = pen.ink;
  pen.placed(x, y, -18, 1, () => {
    pen.paint(rect(-206, -100, 440, 230, 30), ink, 0.32);
    pen.model(rect(-220, -115, 440, 230, 30), warm, ink, 0, 0.4, 0.6);
    pen.paint(disc(182, -80, 14), ink);
    pen.model(rect(-150, -72, 270, 144, 72), light, warm, 70, 0.8, 0.8);
    for (const i of range(4)) pen.paint(leaf([-96 + i * 56, 36], [-66 + i * 56, -44], 0.3), paper);
    pen.paint(rect(140, -60, 20, 120, 10), paper);
  });
}

function drawCutlery(pen: Pen, x: number, y: number, turn: number): void {
  const { paper } = pen.ink;
  pen.placed(x, y, turn, 1, () => {
    pen.paint(rect(-7, -70, 14, 160, 7), paper);
    for (const i of [-14, 0, 14]) pen.paint(rect(i - 3, -130, 6, 62, 3), paper);
    pen.paint(rect(-17, -82, 34, 18, 9), paper);
  });
}
