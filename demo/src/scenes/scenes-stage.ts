import { skins } from '../posters/poster-figures.ts';
import type { Pen } from '../posters/poster-pen.ts';
import {
  curve,
  disc,
  ground,
  line,
  onCircle,
  oval,
  polygon,
  range,
  rect,
  ringSlice,
  pairs,
  triples,
  turned,
} from '../posters/poster-shapes.ts';

export function drawStage(pen: Pen): void {
  const { paper, sky, light, warm, cool, deep, ink } = pen.ink;
  pen.model(rect(0, 0, 1600, 900), deep, ink, -90, 0.8, 0.9);
  for (const [x, lean] of pairs('120,300 1480,-300')) {
    pen.shade(
      polygon(`${x - 30},-10 ${x + 30},-10 ${x + lean + 210},700 ${x + lean - 210},700`),
      light,
      -90,
      0.5,
      0.9,
    );
  }
  pen.paint(rect(310, 60, 980, 500, 10), ink);
  const screen = rect(326, 76, 948, 468);
  pen.model(screen, sky === deep ? paper : sky, paper, 135, 0.6, 0.9);
  pen.inside(screen, () => {
    pen.model(disc(520, 270, 140), warm, ink, 45, 0.45, 0.8);
    pen.paint(ringSlice([520, 270], [0.1, 140], -90, 10), light);
    pen.paint(disc(520, 270, 58), paper);
    for (const [i, height] of [110, 170, 140, 230, 290].entries()) {
      pen.model(rect(740 + i * 92, 490 - height, 64, height), i === 4 ? warm : cool, deep, 90, 0.5, 0.8);
    }
    pen.stroke(curve('720,330 800,300 880,320 980,220 1060,240 1180,130'), ink, 9);
    pen.paint(disc(1180, 130, 18), warm);
    for (const i of range(3)) pen.paint(rect(410, 450 + i * 26, 220 - i * 50, 10, 5), deep);
  });
  pen.model(rect(-10, 610, 1620, 90), warm, ink, 90, 0.7, 0.9);
  pen.paint(rect(-10, 604, 1620, 12), light);
  drawSpeaker(pen, 1150, 610);
  drawAudience(pen);
}

function drawAudience(pen: Pen): void {
  const { light, cool, deep, ink } = pen.ink;
  for (const [row, [y, head, gap]] of triples('660,26,92 726,30,112 806,36,136').entries()) {
    for (const i of range(Math.ceil(1600 / gap) + 2)) {
      const [x, middle] = [i * gap - (row % 2) * (gap / 2) - 20, y + pen.between(-9, 9)];
      const tone = row === 2 ? ink : pen.pick([ink, deep, ink, cool]);
      const neck = `0,${middle + head * 0.7} ${head * 1.1},${middle + head * 1.2}`;
      const shoulders = `${head * 1.7},${middle + head * 2.1} ${head * 1.8},${y + 200}`;
      pen.paint(turned(x, `${neck} ${shoulders}|${head * 1.8},${y + 200} 0,${y + 200}`), tone);
      pen.paint(oval(x, middle, head, head * 1.18), tone);
      if (i % 4 === 1) pen.paint(disc(x, middle - head * 1.2, head * 0.5), tone);
      pen.stroke(ringSlice([x, middle], [head * 1.02, head * 1.03], 205, 300), light, 3);
    }
  }
}

function drawSpeaker(pen: Pen, x: number, y: number): void {
  const { paper, light, warm, deep, ink } = pen.ink;
  pen.placed(x, y, 0, 1.15, () => {
    pen.stroke(curve('-40,-150 -96,-190 -140,-250'), warm, 30);
    pen.paint(disc(-146, -262, 19), skins[1]);
    pen.model(turned(0, '22,-196 50,-186 66,-140 62,0|62,0 0,0'), warm, ink, 0, 0.6, 0.7);
    pen.paint(polygon('-18,-192 18,-192 0,-140'), paper);
    pen.paint(rect(-12, -222, 24, 34), skins[1]);
    pen.paint(oval(0, -242, 32, 38), skins[1]);
    pen.paint(turned(0, '0,-292 34,-278 42,-230 34,-200|34,-200 26,-250 0,-262'), ink);
    pen.stroke(curve('-10,-226 0,-218 10,-226'), ink, 3);
    pen.model(polygon('-70,-104 110,-104 92,6 -52,6'), light, deep, 90, 0.6, 0.9);
    pen.paint(rect(-84, -118, 208, 18, 6), ink);
    pen.stroke(curve('60,-118 56,-150 30,-168'), ink, 5);
    pen.paint(oval(26, -170, 10, 7), ink);
  });
}

/** Draws a projector that shows a landscape in the dark. */
export function drawCinema(pen: Pen): void {
  const { paper, light, warm, cool, deep, ink } = pen.ink;
  pen.model(rect(0, 0, 1600, 900), deep, ink, 180, 0.8, 0.9);
  const beam = polygon('760,420 1620,-40 1620,800 760,500');
  pen.model(beam, light, paper, 0, 0.5, 0.6);
  pen.shade(beam, warm, 180, 0.6, 0.5);
  pen.inside(beam, () => {
    pen.model(disc(1290, 330, 140), warm, ink, 90, 0.35, 0.8);
    pen.model(polygon('1020,800 1190,390 1290,520 1420,300 1700,800'), cool, deep, 90, 0.6, 0.8);
    pen.paint(polygon('1190,390 1155,466 1190,452 1216,474 1240,455'), paper);
    pen.paint(polygon('1420,300 1370,394 1410,376 1440,404 1474,398'), paper);
    pen.model(ground('900,640 1100,600 1300,620 1480,570 1700,610'), deep, ink, 90, 0.7, 0.8);
  });
  for (const i of range(34)) {
    const t = pen.between(0.04, 0.4);
    const [x, y] = [760 + t * 860, 460 - t * 80 + pen.between(-1, 1) * t * 380];
    pen.paint(disc(x, y, pen.between(2, 6)), i % 3 === 0 ? warm : paper);
  }
  pen.placed(110, 0, 0, 1, () => drawProjector(pen));
  for (const i of range(9)) {
    const [x, y] = [700 + i * 118, 850 + (i % 2) * 8];
    const chair = `0,${y - 86} 26,${y - 76} 33,${y - 40} 22,${y - 8}|22,${y - 8} 58,${y + 14} 66,${y + 90}|66,${y + 90} 0,${y + 90}`;
    pen.paint(turned(x, chair), ink);
    if (i % 3 === 1) pen.paint(oval(x, y - 88, 19, 17), ink);
  }
}

function drawProjector(pen: Pen): void {
  const { paper, light, warm, cool, ink } = pen.ink;
  drawReel(pen, 330, 190, 148, 12);
  drawReel(pen, 570, 250, 118, 40);
  pen.stroke(curve('230,300 236,420 300,470'), ink, 7);
  pen.model(rect(270, 360, 300, 210, 26), warm, ink, 90, 0.7, 0.8);
  pen.model(rect(560, 410, 96, 104, 10), ink, cool, 0, 0.5, 0.7);
  pen.paint(rect(642, 398, 26, 128, 8), paper);
  pen.paint(disc(350, 465, 62), ink);
  pen.stroke(disc(350, 465, 44), light, 6);
  for (const i of range(5)) pen.paint(rect(446, 410 + i * 26, 88, 10, 5), ink);
  pen.model(polygon('340,570 500,570 560,900 280,900'), cool, ink, 180, 0.7, 0.8);
  pen.stroke(line('300,700 540,700'), ink, 9);
}

function drawReel(pen: Pen, x: number, y: number, radius: number, turn: number): void {
  const { paper, light, deep, ink } = pen.ink;
  pen.model(disc(x, y, radius), paper, deep, 45, 0.6, 0.7);
  pen.stroke(disc(x, y, radius - 5), ink, 10);
  for (const i of range(5)) {
    const [hx, hy] = onCircle(x, y, radius * 0.54, turn + i * 72);
    pen.paint(disc(hx, hy, radius * 0.23), ink);
    pen.paint(ringSlice([hx, hy], [radius * 0.16, radius * 0.2], 200, 320), light);
  }
  pen.paint(disc(x, y, radius * 0.16), ink);
  pen.paint(disc(x, y, radius * 0.07), light);
}
