import { skins, drawSprig, drawPasser } from '../posters/poster-figures.ts';
import type { Pen } from '../posters/poster-pen.ts';
import {
  disc,
  ground,
  leaf,
  line,
  onCircle,
  polygon,
  range,
  rect,
  ringSlice,
  turned,
  type Shape,
  triples,
} from '../posters/poster-shapes.ts';

export function drawNight(pen: Pen): void {
  const { paper, sky, light, warm, cool, deep, ink } = pen.ink;
  pen.model(rect(0, 0, 1600, 900), deep, ink, -90, 0.8, 0.9);
  const glow = ground('0,600 400,640 800,560 1200,600 1600,560', 900);
  pen.paint(glow, sky === deep ? cool : deep);
  for (const i of range(130)) {
    const [x, y] = [pen.between(0, 1600), pen.between(0, 560)];
    pen.paint(disc(x, y, i % 11 === 0 ? 5 : pen.between(1.4, 3)), i % 5 === 0 ? light : paper);
  }
  for (const radius of [300, 380, 460, 540, 620, 700, 780]) {
    pen.stroke(disc(1010, 250, radius), cool, 2.5, `${pen.between(80, 260)} ${pen.between(160, 420)}`);
  }
  pen.model(crescent(1010, 250, 104), paper, light, 120, 0.8, 0.9);
  drawConstellation(pen, '240,180 330,130 420,190 520,170 590,250 500,310 430,280 520,170');
  drawConstellation(pen, '1270,420 1350,350 1440,380 1500,300');
  pen.model(polygon('640,500 700,470 560,-20 330,-20'), light, deep, -110, 0.8, 1);
  pen.model(ground('0,690 300,640 620,560 800,548 1000,585 1300,660 1600,640'), cool, deep, 60, 0.8, 0.9);
  drawDome(pen);
  pen.model(ground('0,800 260,760 600,800 980,740 1300,700 1600,730'), ink, cool, -100, 0.25, 0.5);
  for (const [x, foot, height] of triples(
    '110,800,250 205,800,180 1330,740,260 1420,740,190 1500,740,300 300,800,120',
  )) {
    drawPine(pen, x, foot, height);
  }
  pen.placed(1085, 766, 0, 0.42, () => {
    pen.paint(turned(0, '26,-170 50,-150 58,-60 46,0'), warm);
    pen.paint(disc(0, -200, 34), ink);
    pen.stroke(line('120,0 180,-190 240,0'), ink, 14);
    pen.stroke(line('90,-150 250,-260'), light, 34);
  });
}

function crescent(x: number, y: number, r: number): Shape {
  const horns = [onCircle(x, y, r, -70), onCircle(x, y, r, 60)].map((point) =>
    point.map(Math.round).join(' '),
  );
  const box = { left: x - r, top: y - r, right: x + r, bottom: y + r };
  return { d: `M${horns[0]}A${r} ${r} 0 1 0 ${horns[1]}A${r * 0.92} ${r * 0.92} 0 1 1 ${horns[0]}z`, box };
}

function drawConstellation(pen: Pen, points: string): void {
  const { paper, light } = pen.ink;
  pen.stroke(line(points), paper, 2, '2 9');
  for (const pair of points.split(' ')) {
    const [x = 0, y = 0] = pair.split(',').map(Number);
    for (const angle of [0, 90]) {
      pen.paint(leaf(onCircle(x, y, 15, angle), onCircle(x, y, 15, angle + 180), 0.2), light);
    }
    pen.paint(disc(x, y, 5), paper);
  }
}

function drawDome(pen: Pen): void {
  const { paper, light, warm, deep, ink } = pen.ink;
  pen.model(rect(610, 470, 340, 130), paper, deep, 0, 0.8, 0.9);
  const dome = ringSlice([780, 470], [0.1, 176], 180, 360);
  pen.model(dome, warm, ink, 0, 0.75, 0.85);
  pen.inside(dome, () => {
    pen.paint(polygon('650,500 716,500 650,250 560,250'), ink);
    pen.stroke(line('700,480 632,300'), light, 24);
  });
  pen.paint(rect(592, 462, 376, 20, 8), ink);
  pen.paint(rect(752, 522, 56, 90, 28), ink);
  for (const x of [656, 702, 838, 884]) pen.paint(rect(x, 512, 26, 40, 13), light);
}

function drawPine(pen: Pen, x: number, foot: number, height: number): void {
  const { ink, deep } = pen.ink;
  for (const i of range(4)) {
    const [top, width] = [foot - height + i * height * 0.2, height * (0.13 + i * 0.06)];
    const tier = polygon(
      `${x},${top} ${x + width},${top + height * 0.34} ${x - width},${top + height * 0.34}`,
    );
    pen.model(tier, deep, ink, 0, 0.9, 0.75);
  }
}

export function drawWindows(pen: Pen): void {
  const { paper, light, warm, cool, deep, ink } = pen.ink;
  pen.model(rect(0, 0, 1600, 900), deep, ink, -90, 0.8, 0.9);
  for (const i of range(70)) {
    pen.paint(
      disc(pen.between(0, 1600), pen.between(0, 420), pen.between(1.4, 3.4)),
      i % 5 === 0 ? light : paper,
    );
  }
  pen.model(disc(250, 170, 84), paper, light, 60, 0.7, 0.9);
  pen.model(ground('0,700 200,610 420,660 1200,650 1420,590 1600,640'), ink, cool, -90, 0.5, 0.4);
  for (const x of [440, 1160]) drawKiln(pen, x);
  const wall = rect(270, 270, 1060, 540);
  pen.model(wall, warm, ink, 90, 0.6, 0.9);
  for (const i of range(15)) {
    pen.stroke(
      line(`274,${290 + i * 36} 1326,${290 + i * 36}`),
      ink,
      1.6,
      `${26 + (i % 3) * 9} ${60 + (i % 4) * 31} 40 90`,
    );
  }
  pen.paint(rect(258, 258, 1084, 20, 4), ink);
  for (const row of range(3)) {
    for (const column of range(6)) {
      if (row === 2 && (column === 2 || column === 3)) continue;
      drawWindow(pen, 306 + column * 168, 308 + row * 168, (row * 5 + column * 3) % 7);
    }
  }
  pen.paint(rect(690, 640, 220, 180, 8), ink);
  pen.paint(rect(704, 654, 94, 166), light);
  pen.paint(rect(802, 654, 94, 166), light);
  pen.shade(rect(704, 654, 192, 166), warm, 90, 0.7, 0.8);
  for (const x of [751, 849]) pen.stroke(line(`${x},660 ${x},810`), ink, 3);
  pen.model(rect(0, 810, 1600, 90), ink, deep, -90, 0.7, 0.6);
  pen.shade(polygon('690,812 910,812 1050,900 550,900'), light, -90, 0.6, 1);
  for (const x of [170, 1440]) {
    pen.paint(disc(x, 500, 74), light, 0.2);
    pen.paint(disc(x, 500, 46), light, 0.3);
    pen.stroke(line(`${x},540 ${x},860`), ink, 12);
    pen.paint(disc(x, 500, 26), light);
    pen.paint(polygon(`${x - 36},480 ${x + 36},480 ${x},446`), ink);
  }
  drawPasser(pen, 590, 876, { height: 170, coat: cool, hair: ink, skin: skins[1], hat: warm });
  drawPasser(pen, 960, 880, { height: 180, coat: paper, hair: ink, skin: skins[3] });
  drawPasser(pen, 1018, 884, { height: 166, coat: light, hair: deep, skin: skins[0] });
}

function drawKiln(pen: Pen, x: number): void {
  const { paper, deep, cool, ink } = pen.ink;
  pen.model(polygon(`${x - 150},262 ${x},40 ${x + 150},262`), cool, ink, 0, 0.8, 0.8);
  for (const i of range(5)) {
    pen.stroke(line(`${x - 30 - i * 26},${98 + i * 36} ${x + 30 + i * 26},${98 + i * 36}`), deep, 4);
  }
  pen.paint(polygon(`${x - 28},84 ${x - 20},26 ${x + 34},14 ${x + 30},84`), paper);
  pen.paint(polygon(`${x + 34},14 ${x + 64},34 ${x + 58},44 ${x + 28},34`), ink);
}

/** Draws one lit window. `kind` chooses the people in the window, and 6 is an empty room. */
function drawWindow(pen: Pen, x: number, y: number, kind: number): void {
  const { light, warm, deep, ink } = pen.ink;
  const tenants = [drawDesk, drawPlant, drawShelves, drawPair, drawDesk, drawLamp];
  const glass = rect(0, 0, 148, 132, 6);
  pen.placed(x, y, 0, 1, () => {
    pen.paint(rect(-8, -8, 164, 148, 8), ink);
    pen.model(glass, kind === 6 ? deep : light, kind === 6 ? ink : warm, 90, 0.5, 0.8);
    pen.inside(glass, () => tenants[kind]?.(pen, kind));
    pen.stroke(line('74,0 74,132'), ink, 4);
    pen.stroke(line('0,44 148,44'), ink, 3);
  });
}

function drawDesk(pen: Pen, kind: number): void {
  const { warm, deep, ink } = pen.ink;
  const body = turned(52, '0,44 20,54 22,74 14,84|14,84 44,100 50,140|50,140 0,140');
  pen.paint(body, kind === 0 ? deep : warm);
  pen.paint(disc(52, 62, 19), skins[kind === 0 ? 0 : 2]);
  pen.paint(turned(52, '0,38 22,46 22,64|22,64 10,54 0,52'), ink);
  pen.paint(polygon('84,130 92,84 140,84 134,130'), ink);
}

function drawPlant(pen: Pen): void {
  const { warm, cool, deep } = pen.ink;
  for (const lean of [-30, -8, 12, 34]) {
    pen.placed(74, 112, lean, 1, () => drawSprig(pen, 92, 3, cool, deep));
  }
  pen.paint(polygon('48,104 100,104 92,140 56,140'), warm);
}

function drawShelves(pen: Pen): void {
  const { paper, warm, cool, deep, ink } = pen.ink;
  for (const row of range(3)) {
    pen.paint(rect(0, 38 + row * 42, 148, 5), ink);
    for (const i of range(7)) {
      const book = rect(10 + i * 19, 12 + row * 42 + (i % 3) * 5, 14, 26 - (i % 3) * 5);
      pen.paint(book, [warm, deep, cool, paper][(i + row) % 4] ?? warm);
    }
  }
}

function drawPair(pen: Pen): void {
  const { warm, cool, ink } = pen.ink;
  for (const [i, x] of [44, 106].entries()) {
    pen.paint(turned(x, '0,76 30,92 38,140|38,140 0,140'), i === 0 ? cool : warm);
    pen.paint(disc(x, 62, 18), skins[i === 0 ? 3 : 1]);
    pen.paint(turned(x, '0,40 20,48 19,62|19,62 8,52 0,52'), ink);
  }
}

function drawLamp(pen: Pen): void {
  const { paper, warm, cool, deep, ink } = pen.ink;
  pen.stroke(line('74,0 74,34'), ink, 4);
  pen.paint(polygon('74,28 112,66 36,66'), ink);
  pen.paint(polygon('36,66 112,66 148,140 0,140'), paper, 0.6);
  pen.paint(rect(20, 112, 108, 28), deep);
  pen.paint(disc(56, 100, 14), warm);
  pen.paint(rect(80, 88, 26, 24), cool);
}
