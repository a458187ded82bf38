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
  type Shape,
} from '../posters/poster-shapes.ts';

/** Draws a garden that grows out of a computer chip. */
export function drawCircuit(pen: Pen): void {
  const { paper, light, warm, cool, deep, ink } = pen.ink;
  pen.model(rect(0, 0, 1600, 900), deep, ink, 90, 0.8, 0.9);
  pen.model(disc(800, 390, 350), light, warm, 90, 0.6, 0.8);
  for (const row of range(11)) {
    for (const column of range(20)) {
      const [x, y] = [column * 84 + 2, row * 84 + 24];
      if (Math.hypot(x - 800, y - 390) > 380) pen.paint(disc(x, y, 3.5), cool);
    }
  }
  pen.model(ground('0,800 400,770 800,784 1200,770 1600,800'), ink, cool, -90, 0.35, 0.3);
  const stems = [
    ['600,690 600,560 470,430 470,300', 0, 1],
    ['648,690 648,540 600,492 600,250', 1, 0.8],
    ['696,690 696,470 730,436 730,380', 2, 0.62],
    ['744,690 744,600 800,544 800,180', 3, 1.15],
    ['792,690 792,620 870,542 870,420', 1, 0.62],
    ['840,690 840,590 1000,430 1000,260', 0, 0.85],
    ['888,690 888,630 1060,458 1130,458 1130,370', 2, 0.95],
    ['936,690 936,650 1080,506 1300,506 1300,330', 3, 0.9],
    ['560,690 560,640 440,520 290,520 290,340', 2, 1],
    ['520,740 360,740 190,570 190,480', 1, 0.7],
    ['1060,740 1240,740 1410,570 1410,470', 0, 0.75],
    ['520,780 210,780 70,640 70,330', 3, 0.8],
    ['1060,780 1390,780 1530,640 1530,300', 2, 0.9],
  ] as const;
  for (const [path, kind, size] of stems) drawTrace(pen, path, kind, size);
  for (const i of range(9)) {
    pen.paint(rect(548 + i * 48 - 12 + (i > 8 ? 0 : 0), 684, 24, 40, 4), light);
    pen.paint(rect(560 + i * 48 - 12, 826, 24, 44, 4), light);
  }
  for (const i of range(3)) {
    pen.paint(rect(500, 730 + i * 40, 50, 22, 4), light);
    pen.paint(rect(1032, 730 + i * 40, 50, 22, 4), light);
  }
  pen.model(rect(530, 706, 520, 140, 14), warm, ink, 90, 0.7, 0.8);
  pen.stroke(rect(550, 724, 480, 104, 8), paper, 4);
  pen.paint(disc(580, 754, 11), paper);
  for (const i of range(3)) pen.paint(rect(690, 752 + i * 20, 200 - i * 44, 8, 4), paper);
}

function drawTrace(pen: Pen, path: string, kind: number, size: number): void {
  const { paper, light, warm, cool, deep, ink } = pen.ink;
  const points = path.split(' ').map((pair) => pair.split(',').map(Number));
  const [x = 0, y = 0] = points.at(-1) ?? [];
  const [beforeX = 0, beforeY = 0] = points.at(-2) ?? [];
  pen.stroke(line(path), ink, 15);
  pen.stroke(line(path), kind === 1 ? paper : cool, 8);
  for (const i of range(2)) {
    const ly = y + (beforeY - y) * (0.35 + i * 0.4);
    if (beforeY - y < 90) continue;
    const side = i % 2 === 0 ? -1 : 1;
    const blade = leaf([beforeX, ly], [beforeX + side * 70 * size, ly - 52 * size], 0.4);
    pen.stroke(blade, ink, 6);
    pen.model(blade, cool, deep, 90, 0.6, 0.8);
  }
  pen.placed(x, y, 0, size, () => {
    const petals = [8, 6, 5, 12][kind] ?? 6;
    const reach = [86, 74, 92, 100][kind] ?? 80;
    const colour = [paper, warm, paper, warm][kind] ?? paper;
    for (const i of range(petals)) {
      const tip = onCircle(0, 0, reach, (i * 360) / petals - 90);
      const petal = leaf([0, 0], tip, kind === 3 ? 0.2 : 0.42);
      pen.stroke(petal, ink, 7);
      pen.paint(petal, kind === 2 ? (i % 2 === 0 ? paper : warm) : colour);
    }
    pen.paint(disc(0, 0, 34), ink);
    pen.paint(disc(0, 0, 27), kind === 1 ? paper : light);
    pen.paint(disc(0, 0, 11), ink);
  });
}

export function drawDrafting(pen: Pen): void {
  const { paper, light, warm, cool, deep, ink } = pen.ink;
  pen.model(rect(0, 0, 1600, 900), cool, deep, 60, 0.6, 0.9);
  pen.placed(800, 450, -7, 1, () => {
    pen.paint(rect(-560, -330, 1160, 720), ink, 0.3);
    pen.paint(rect(-580, -350, 1160, 720), paper);
    pen.inside(rect(-580, -350, 1160, 720), () => {
      for (const i of range(28)) pen.stroke(line(`${-560 + i * 42},-350 ${-560 + i * 42},370`), light, 1.4);
      for (const i of range(18)) pen.stroke(line(`-580,${-330 + i * 42} 580,${-330 + i * 42}`), light, 1.4);
    });
    for (const i of range(6)) pen.stroke(disc(...onCircle(-190, -20, 130, i * 60), 130), deep, 4);
    for (const i of range(6)) {
      const petal = leaf([-190, -20], onCircle(-190, -20, 225, i * 60 + 30), 0.3);
      pen.model(petal, i % 2 === 0 ? warm : light, ink, 90, 0.4, 0.8);
    }
    pen.stroke(disc(-190, -20, 130), deep, 5);
    pen.stroke(disc(-190, -20, 262), deep, 5);
    pen.paint(disc(-190, -20, 20), ink);
  });
  const square: Shape = {
    d: 'M980 880L1490 880L1490 250zM1400 806L1162 806L1400 512z',
    box: { left: 980, top: 250, right: 1490, bottom: 880 },
  };
  pen.paint(square, deep, 0.9);
  for (const i of range(16)) {
    pen.stroke(line(`1490,${300 + i * 36} ${i % 4 === 0 ? 1452 : 1468},${300 + i * 36}`), paper, 4);
  }
  pen.placed(1290, 190, -68, 0.85, () => drawPencil(pen, light));
  pen.placed(960, 560, 42, 0.95, () => drawPencil(pen, warm));
}

function drawPencil(pen: Pen, colour: string): void {
  const { paper, light, warm, ink, deep } = pen.ink;
  pen.paint(rect(-28, -350, 84, 640), ink, 0.3);
  pen.paint(rect(-42, -370, 28, 640), colour);
  pen.model(rect(-14, -370, 28, 640), colour, ink, 0, 0.25, 1);
  pen.model(rect(14, -370, 28, 640), colour, ink, 0, 0.7, 1.2);
  pen.paint(polygon('-42,270 42,270 0,390'), paper);
  pen.shade(polygon('0,270 42,270 0,390'), light, 0, 0.7, 1);
  pen.paint(polygon('-14,350 14,350 0,390'), ink);
  pen.paint(rect(-42, -400, 84, 34), deep);
  pen.paint(rect(-42, -392, 84, 6), light);
  pen.model(rect(-42, -456, 84, 60, 20), colour === warm ? light : warm, ink, 0, 0.6, 0.8);
}
