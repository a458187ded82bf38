import { drawSun, drawSprig } from '../posters/poster-figures.ts';
import type { Pen } from '../posters/poster-pen.ts';
import {
  blob,
  curve,
  disc,
  ground,
  leaf,
  line,
  onCircle,
  oval,
  type Point,
  polygon,
  range,
  rect,
  turned,
  pairs,
} from '../posters/poster-shapes.ts';

export function drawPots(pen: Pen): void {
  const { paper, sky, light, warm, cool, deep, ink } = pen.ink;
  pen.model(rect(0, 0, 1600, 900), sky, paper, 180, 0.8, 0.9);
  drawSun(pen, 860, 400, 340, light);
  pen.model(rect(0, 730, 1600, 170), deep, ink, 90, 0.8, 0.9);
  pen.paint(rect(0, 722, 1600, 16), ink);
  for (const [x, width] of pairs('190,130 420,150 770,210 1120,160 1420,140')) {
    pen.paint(oval(x + 34, 750, width, 20), ink, 0.5);
  }
  pen.placed(770, 330, -14, 1, () => drawSprig(pen, 290, 4, cool, deep));
  pen.placed(776, 330, 16, 1, () => drawSprig(pen, 250, 5, deep, ink));
  const vase = turned(770, '62,310 50,330 48,372 90,430 186,520 196,620 140,720|140,720 100,748 0,750');
  pen.model(vase, warm, ink, 15, 0.7, 0.75);
  pen.inside(vase, () => {
    pen.paint(rect(500, 520, 540, 16), paper);
    pen.paint(rect(500, 626, 540, 16), paper);
    for (const i of range(9)) {
      pen.paint(leaf([570 + i * 50, 618], [592 + i * 50, 544], 0.4), i % 2 === 0 ? light : paper);
    }
  });
  drawJug(pen);
  drawBowl(pen);
  drawBottle(pen);
  drawBrushes(pen);
}

function drawJug(pen: Pen): void {
  const { paper, light, deep, ink } = pen.ink;
  const jug = turned(420, '70,430 66,452 54,500 108,560 132,640 100,740|100,740 0,748');
  pen.stroke(curve('500,470 570,476 586,560 540,616'), deep, 26);
  pen.model(jug, deep, ink, 20, 0.8, 0.8);
  pen.inside(jug, () => {
    for (const i of range(4)) {
      const zigzag = range(13).map((j): Point => [270 + j * 26, 580 + i * 40 + (j % 2) * 20]);
      pen.stroke(curve(zigzag), i % 2 === 0 ? light : paper, 7);
    }
  });
  pen.paint(oval(420, 430, 70, 12), ink);
}

function drawBowl(pen: Pen): void {
  const { paper, light, warm, cool, deep, ink } = pen.ink;
  const bowl = turned(1120, '170,560 156,640 100,716 56,730|56,730 62,750 0,750');
  pen.model(bowl, paper, cool, 20, 0.7, 0.8);
  pen.inside(bowl, () => {
    pen.paint(ground('940,610 990,636 1040,606 1090,640 1140,606 1190,640 1240,606 1300,630', 650), cool);
    for (const i of range(8)) pen.paint(disc(980 + i * 42, 672, 7), warm);
  });
  pen.paint(oval(1120, 560, 170, 26), deep);
  pen.model(disc(1050, 536, 40), light, ink, 45, 0.5, 0.8);
  pen.model(disc(1110, 536, 40), warm, ink, 45, 0.5, 0.8);
  pen.model(disc(1180, 536, 40), light, ink, 45, 0.5, 0.8);
}

function drawBottle(pen: Pen): void {
  const { paper, warm, cool, deep, ink } = pen.ink;
  pen.model(turned(190, '24,420 22,540 80,610 86,690 70,740|70,740 0,748'), cool, ink, 15, 0.7, 0.8);
  pen.paint(oval(190, 420, 24, 6), ink);
  pen.stroke(curve('190,416 200,330 180,250'), deep, 5);
  for (const i of range(10)) pen.paint(leaf([180, 240], onCircle(180, 240, 66, i * 36), 0.3), paper);
  pen.paint(disc(180, 240, 20), warm);
}

function drawBrushes(pen: Pen): void {
  const { paper, light, warm, deep, ink } = pen.ink;
  const beaker = turned(1420, '74,520 84,600 78,700 62,742|62,742 0,748');
  pen.model(beaker, warm, ink, 15, 0.7, 0.8);
  pen.inside(beaker, () => {
    for (const i of range(4)) pen.paint(rect(1320, 560 + i * 44, 200, 14), i % 2 === 0 ? light : paper);
  });
  pen.paint(oval(1420, 520, 74, 12), ink);
  for (const [x, lean] of pairs('1390,-10 1420,3 1446,12')) {
    pen.placed(x, 524, lean, 1, () => {
      pen.stroke(line('0,0 0,-170'), light, 9);
      pen.paint(turned(0, '4,-250 13,-206 12,-164|12,-164 0,-160'), x === 1420 ? deep : ink);
    });
  }
}

export function drawCoffee(pen: Pen): void {
  const { paper, sky, light, warm, cool, deep, ink } = pen.ink;
  pen.model(rect(0, 0, 1600, 900), sky === deep ? cool : sky, paper, 90, 0.8, 0.9);
  pen.model(disc(800, 360, 320), light, warm, 90, 0.5, 0.8);
  pen.model(rect(0, 700, 1600, 200), warm, ink, 90, 0.75, 0.9);
  pen.paint(rect(0, 692, 1600, 14), ink);
  for (const [x, width] of pairs('560,190 980,260 1386,160 270,150')) {
    pen.paint(oval(x + 30, 726, width, 20), ink, 0.5);
  }
  pen.placed(560, 0, 0, 1, () => drawCoffeePot(pen));
  pen.placed(980, 0, 0, 1, () => drawCup(pen));
  const crust = '1266,718 1276,656 1346,622 1426,626 1496,666 1506,718 1456,696 1386,682 1316,696';
  pen.model(blob(crust), light, warm, 90, 0.8, 0.8);
  for (const i of range(4)) {
    const [x, y] = [1318 + i * 43, 642 - (i % 3) * 8];
    pen.stroke(curve(`${x},${y} ${x + 11 - i * 4},666 ${x + 8 - i * 3},690`), warm, 7);
  }
  pen.model(turned(270, '88,640 80,700 70,728|70,728 0,730'), cool, ink, 0, 0.7, 0.8);
  for (const lean of [-26, -8, 10, 28]) {
    pen.placed(270, 642, lean, 1, () => drawSprig(pen, 250, 4, lean % 4 === 0 ? deep : cool, ink));
  }
}

function drawCoffeePot(pen: Pen): void {
  const { paper, cool, deep, ink } = pen.ink;
  pen.stroke(line('80,332 210,332 192,560'), ink, 28);
  pen.model(polygon('-114,300 -86,190 86,190 114,300'), paper, deep, 0, 0.75, 0.9);
  pen.paint(polygon('-114,300 -86,190 -146,214'), paper);
  for (const [i, tone] of [paper, cool, deep].entries()) {
    const [a, b] = [-114 + i * 76, -38 + i * 76];
    pen.model(polygon(`${a},300 ${b},300 ${b * 0.62},480 ${a * 0.62},480`), tone, ink, 90, 0.35, 0.9);
    const chamber = polygon(`${a * 0.62},500 ${b * 0.62},500 ${b * 1.16},728 ${a * 1.16},728`);
    pen.model(chamber, tone, ink, 90, 0.45, 0.9);
  }
  pen.paint(rect(-86, 474, 172, 34, 8), ink);
  pen.paint(polygon('-86,190 86,190 30,150 -30,150'), deep);
  pen.paint(disc(0, 136, 20), ink);
}

function drawCup(pen: Pen): void {
  const { paper, warm, cool, deep, ink } = pen.ink;
  const cup = turned(0, '146,460 136,560 100,650 60,690|60,690 0,694');
  pen.stroke(curve('120,500 250,490 250,620 110,630'), paper, 28);
  pen.model(cup, paper, cool, 0, 0.7, 0.7);
  pen.paint(oval(0, 460, 146, 30), deep);
  pen.paint(oval(0, 466, 124, 20), ink);
  pen.inside(cup, () => pen.paint(rect(-180, 540, 360, 26), warm));
  pen.model(turned(0, '240,690 220,716 120,728|120,728 0,728'), paper, deep, 90, 0.6, 0.9);
  for (const [x, bend] of pairs('-50,1 5,-1 60,1')) {
    const steam = `${x},420 ${x + bend * 30},370 ${x - bend * 24},310 ${x + bend * 26},240 ${x},190`;
    pen.stroke(curve(steam), paper, 12);
  }
}

export function drawBread(pen: Pen): void {
  const { paper, sky, light, warm, deep, ink } = pen.ink;
  pen.model(rect(0, 0, 1600, 900), sky, paper, 90, 0.9, 0.9);
  drawSun(pen, 800, 390, 330, light);
  for (const [i, x] of [120, 232, 344, 1256, 1368, 1480].entries()) {
    const side = x < 800 ? 1 : -1;
    const near = x < 800 ? i : 5 - i;
    drawWheat(pen, x, 760, side * (3 + near * 5), 1.08 - near * 0.13);
  }
  pen.model(rect(0, 690, 1600, 210), deep, ink, 90, 0.8, 0.9);
  pen.paint(oval(812, 772, 520, 56), ink, 0.6);
  pen.model(rect(300, 716, 1000, 60, 26), light, ink, 90, 0.6, 0.9);
  const loaf = ground('404,724 420,610 520,468 680,398 800,386 920,398 1080,468 1180,610 1196,724', 724);
  pen.model(loaf, warm, ink, 30, 0.75, 0.75);
  pen.inside(loaf, () => {
    pen.shade(rect(400, 386, 800, 150), light, -90, 0.7, 0.9);
    for (const side of [-1, 1]) {
      for (const i of range(4)) {
        const from = [800 + side * 12, 696 - i * 62] as const;
        const to = [800 + side * (190 - i * 26), 586 - i * 52] as const;
        pen.model(leaf(from, to, 0.2), paper, light, 60, 0.7, 0.9);
      }
    }
    pen.model(leaf([800, 716], [800, 410], 0.08), paper, light, 60, 0.7, 0.9);
  });
  pen.model(blob('470,724 520,690 600,700 660,690 700,724 600,734'), paper, light, 90, 0.6, 0.8);
}

function drawWheat(pen: Pen, x: number, foot: number, lean: number, scale: number): void {
  const { light, warm, deep } = pen.ink;
  pen.placed(x, foot, lean, scale, () => {
    pen.stroke(curve('0,0 8,-240 0,-560'), deep, 7);
    pen.model(leaf([2, -120], [-74, -290], 0.18), deep, light, 90, 0.4, 0.9);
    for (const i of range(7)) {
      for (const side of [-1, 1]) {
        const y = -350 - i * 38;
        pen.model(leaf([0, y], [side * 42, y - 66], 0.42), side === 1 ? warm : light, warm, 90, 0.5, 0.9);
        pen.stroke(line(`${side * 40},${y - 64} ${side * 66},${y - 130}`), deep, 2);
      }
    }
    pen.model(leaf([0, -600], [0, -690], 0.4), light, warm, 0, 0.6, 0.9);
  });
}
