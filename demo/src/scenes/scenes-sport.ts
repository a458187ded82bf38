import { skins, drawSun, drawBirds, drawPoplar } from '../posters/poster-figures.ts';
import type { Pen } from '../posters/poster-pen.ts';
import {
  band,
  blob,
  curve,
  disc,
  ground,
  line,
  onCircle,
  oval,
  polygon,
  range,
  rect,
  turned,
  triples,
  pairs,
} from '../posters/poster-shapes.ts';

export function drawRunners(pen: Pen): void {
  const { paper, sky, light, warm, cool, deep, ink } = pen.ink;
  pen.model(rect(0, 0, 1600, 900), sky, paper, 90, 0.9, 0.9);
  drawSun(pen, 800, 330, 250, light);
  pen.model(ground('0,470 300,400 640,460 980,410 1300,440 1600,390'), cool, deep, 90, 0.5, 0.6);
  for (const [x, height] of pairs('70,130 120,180 1500,190 1550,140')) drawPoplar(pen, x, 470, height);
  const lanes = [deep, warm, deep, warm, deep];
  for (const [i, colour] of lanes.entries()) {
    const y = 560 + i * i * 10 + i * 56;
    const lane = ground(`-10,${y + 20} 400,${y - 22} 800,${y - 34} 1200,${y - 22} 1610,${y + 20}`);
    pen.paint(lane, colour === warm && i !== 1 ? warm : colour);
    if (i % 2 === 1) pen.shade(lane, ink, 180, 0.5, 0.6);
    pen.stroke(curve(`-10,${y + 20} 400,${y - 22} 800,${y - 34} 1200,${y - 22} 1610,${y + 20}`), paper, 5);
  }
  drawRunner(pen, { x: 360, y: 380, scale: 0.86, shirt: paper, shorts: warm, skin: skins[1], stride: 1 });
  drawRunner(pen, { x: 1290, y: 370, scale: 0.86, shirt: light, shorts: deep, skin: skins[3], stride: 1 });
  drawRunner(pen, { x: 810, y: 410, scale: 1.16, shirt: warm, shorts: deep, skin: skins[0], stride: 0 });
}

type Runner = {
  x: number;
  y: number;
  scale: number;
  shirt: string;
  shorts: string;
  skin: string;
  stride: 0 | 1;
};

function drawRunner(pen: Pen, { x, y, scale, shirt, shorts, skin, stride }: Runner): void {
  const { paper, ink, light } = pen.ink;
  const limb = (points: string, width: number) => pen.stroke(curve(points), skin, width);
  const shift = stride * 42;
  pen.placed(x, y, 0, scale, () => {
    pen.paint(oval(20, 376, 190, 16), ink, 0.5);
    limb('30,-66 -40,-44 -78,10 -70,38 -40,62', 26);
    pen.paint(disc(-34, 66, 18), skin);
    limb(stride === 0 ? '0,110 -60,176 -130,186 -206,204' : '0,110 -40,186 -120,206 -196,184', 32);
    pen.placed(-206, stride === 0 ? 206 : 184, stride === 0 ? 76 : 68, 1, () => drawShoe(pen));
    limb(stride === 0 ? '10,100 100,122 116,140 96,220 72,330' : '10,100 84,136 112,160 108,240 112,330', 34);
    pen.placed(72 + shift, 330, 0, 1, () => drawShoe(pen));
    pen.model(polygon('-42,60 66,54 108,104 92,148 26,140 -50,166 -74,124'), shorts, ink, 90, 0.5, 0.7);
    const top = blob('10,-108 52,-116 84,-96 90,-50 74,10 66,66 10,76 -42,74 -40,10 -26,-60');
    limb('46,-90 62,-140', 30);
    pen.model(top, shirt, ink, 180, 0.55, 0.6);
    pen.paint(polygon('2,-34 60,-42 66,18 8,26'), paper);
    pen.paint(rect(14, -20, 40, 10, 4), ink);
    pen.paint(rect(16, -2, 26, 8, 4), ink);
    limb('46,-76 40,-10 64,14 120,-8 172,-46', 27);
    pen.paint(disc(178, -52, 19), skin);
    drawRunnersHead(pen, skin, stride === 0 ? ink : pen.ink.deep, light);
  });
}

function drawShoe(pen: Pen): void {
  pen.paint(blob('-20,-8 18,-8 44,14 78,26 80,40 -22,40'), pen.ink.paper);
  pen.paint(rect(-24, 32, 106, 9, 4), pen.ink.light);
}

function drawRunnersHead(pen: Pen, skin: string, hair: string, ribbon: string): void {
  pen.stroke(curve('40,-196 0,-214 -34,-190 -52,-202'), hair, 20);
  pen.paint(oval(72, -166, 40, 46), skin);
  pen.paint(blob('104,-168 124,-148 104,-140'), skin);
  pen.paint(blob('30,-166 34,-206 72,-220 108,-206 112,-184 84,-188 64,-176 56,-152 42,-146'), hair);
  pen.stroke(curve('32,-188 72,-196 112,-188'), ribbon, 9);
  pen.paint(disc(92, -164, 4.5), pen.ink.ink);
  pen.stroke(curve('86,-136 96,-134 104,-138'), pen.ink.ink, 3);
}

export function drawSwim(pen: Pen): void {
  const { paper, light, warm, cool, deep, ink } = pen.ink;
  pen.model(rect(0, 0, 1600, 900), cool, deep, 135, 0.7, 0.9);
  for (const i of range(70)) {
    const [x, y, w] = [pen.between(-40, 1600), pen.between(0, 900), pen.between(40, 120)];
    const ripple = curve(
      `${x},${y} ${x + w * 0.25},${y - 9} ${x + w * 0.5},${y} ${x + w * 0.75},${y - 9} ${x + w},${y}`,
    );
    pen.stroke(ripple, i % 3 === 0 ? paper : deep, i % 3 === 0 ? 3 : 5);
  }
  pen.placed(800, 450, -14, 1, () => {
    for (const i of range(6)) {
      const y = -620 + i * 226;
      pen.stroke(line(`-1120,${y} 1120,${y}`), ink, 4);
      for (const j of range(52)) {
        const x = -1120 + j * 43;
        pen.paint(rect(x, y - 11, 36, 22, 11), Math.floor(j / 4) % 2 === 0 ? warm : paper);
        pen.paint(rect(x + 5, y + 3, 26, 6, 3), ink, 0.3);
      }
    }
    drawSwimmer(pen, { x: -330, y: -280, cap: light, suit: ink, skin: skins[2] });
    drawSwimmer(pen, { x: 190, y: -54, cap: warm, suit: deep, skin: skins[0] });
    drawSwimmer(pen, { x: -190, y: 172, cap: paper, suit: warm, skin: skins[3] });
    drawSwimmer(pen, { x: 520, y: 400, cap: light, suit: ink, skin: skins[1] });
    drawSwimmer(pen, { x: 560, y: -506, cap: paper, suit: warm, skin: skins[1] });
  });
}

type Swimmer = { x: number; y: number; cap: string; suit: string; skin: string };

function drawSwimmer(pen: Pen, { x, y, cap, suit, skin }: Swimmer): void {
  const { paper, ink, deep } = pen.ink;
  pen.placed(x, y, 0, 1.05, () => {
    pen.paint(oval(-40, 26, 220, 54), deep, 0.55);
    for (const [i, spread] of [86, 62, 40].entries()) {
      const start = -150 - i * 66;
      pen.stroke(
        curve(`${start},${-spread} ${start - 70},${-spread * 0.4} ${start - 150},${-spread * 0.7}`),
        paper,
        6,
      );
      pen.stroke(
        curve(`${start},${spread} ${start - 70},${spread * 0.4} ${start - 150},${spread * 0.7}`),
        paper,
        6,
      );
    }
    pen.stroke(curve('-96,-12 -180,-22 -262,-12'), skin, 30);
    pen.stroke(curve('-96,14 -180,26 -262,34'), skin, 30);
    pen.stroke(curve('60,-34 130,-70 210,-48'), skin, 27);
    pen.stroke(curve('56,36 10,82 -62,90'), skin, 27);
    const trunk = band('-120,-26 -40,-36 40,-46 84,-28', '-120,26 -40,34 40,46 84,28');
    pen.model(trunk, suit, ink, 90, 0.6, 0.7);
    pen.paint(polygon('34,-44 86,-26 86,26 34,44 52,0'), skin);
    pen.paint(disc(104, 0, 38), skin);
    pen.model(disc(112, 0, 37), cap, ink, 90, 0.5, 0.7);
    pen.stroke(curve('104,-36 120,0 104,36'), ink, 5);
    for (const i of range(7)) {
      const [sx, sy] = onCircle(222, -42, 34 + (i % 3) * 16, -80 + i * 34);
      pen.paint(disc(sx, sy, 4 + (i % 3) * 2), paper);
    }
  });
}

export function drawTableTennis(pen: Pen): void {
  const { paper, sky, light, warm, cool, deep, ink } = pen.ink;
  pen.model(rect(0, 0, 1600, 900), sky === deep ? cool : light, warm, 180, 0.5, 0.8);
  pen.model(polygon('-20,900 250,420 1350,420 1620,900'), deep, ink, 90, 0.8, 0.9);
  pen.stroke(line('-20,900 250,420 1350,420 1620,900'), paper, 14);
  pen.stroke(line('800,420 800,900'), paper, 9);
  for (const i of range(46)) pen.stroke(line(`${130 + i * 30},560 ${130 + i * 30},676`), paper, 2);
  for (const i of range(6)) pen.stroke(line(`110,${572 + i * 20} 1490,${572 + i * 20}`), paper, 2);
  pen.paint(rect(100, 546, 1400, 18, 4), paper);
  pen.paint(rect(92, 540, 14, 150, 5), ink);
  pen.paint(rect(1494, 540, 14, 150, 5), ink);
  const flight = range(10).map(
    (i) => [690 + i * 32, 236 - Math.sin((i / 9) * Math.PI) * 130 + i * 4] as const,
  );
  for (const [i, [x, y]] of flight.entries()) pen.paint(disc(x, y, 6 + i * 2), paper, 0.25 + i * 0.05);
  drawBat(pen, 470, 330, -38, warm);
  drawBat(pen, 1100, 600, 142, cool);
  pen.model(disc(1020, 262, 46), paper, deep, 50, 0.5, 0.7);
}

function drawBat(pen: Pen, x: number, y: number, turn: number, rubber: string): void {
  const { paper, light, ink, deep } = pen.ink;
  const outline = '0,-232 84,-220 158,-170 200,-92 204,-4 172,76 108,130 56,152 34,186';
  pen.placed(x, y, turn, 1.05, () => {
    pen.placed(20, 14, 0, 1, () => pen.paint(turned(0, `${outline}|34,186 34,346 0,352`), ink, 0.35));
    pen.model(rect(-34, 140, 68, 220, 18), light, deep, 0, 0.7, 0.8);
    for (const i of range(5)) pen.stroke(line(`-34,${206 + i * 32} 34,${224 + i * 32}`), ink, 5);
    const blade = turned(0, `${outline}|34,186 0,186`);
    pen.model(blade, rubber, ink, 30, 0.6, 0.8);
    pen.inside(blade, () => pen.paint(rect(-220, 96, 440, 120), light));
    pen.stroke(blade, paper, 6);
  });
}

export function drawStones(pen: Pen): void {
  const { paper, sky, light, warm, cool, deep, ink } = pen.ink;
  pen.model(rect(0, 0, 1600, 900), sky, paper, 90, 0.9, 0.7);
  drawSun(pen, 800, 350, 290, light);
  pen.paint(rect(-40, 210, 380, 30, 15), paper);
  pen.paint(rect(1270, 300, 420, 30, 15), paper);
  pen.model(ground('0,520 220,430 460,500 640,520 800,530', 600), cool, deep, 180, 0.6, 0.9);
  pen.model(ground('800,530 1060,500 1300,400 1600,490', 600), deep, ink, 0, 0.6, 0.9);
  pen.model(rect(0, 525, 1600, 375), cool, deep, 90, 0.8, 0.9);
  for (const i of range(14)) {
    const width = 520 - i * 22 + pen.between(-60, 60);
    pen.paint(rect(800 - width / 2 + pen.between(-40, 40), 536 + i * 13, width, 5, 2), light, 0.85);
  }
  for (const i of range(5)) {
    pen.stroke(oval(800, 796, 330 + i * 110, 40 + i * 20), paper, 4, `${300 - i * 30} 40`);
  }
  const stones = [
    [0, 760, 270, 66, deep],
    [14, 646, 200, 58, warm],
    [-16, 545, 158, 50, paper],
    [10, 460, 112, 42, ink],
    [-4, 386, 74, 36, warm],
    [2, 328, 40, 26, paper],
  ] as const;
  for (const [dx, y, rx, ry, colour] of stones) {
    const stone = turned(
      800 + dx,
      `0,${y - ry} ${rx * 0.62},${y - ry * 0.86} ${rx},${y + 4} ${rx * 0.66},${y + ry * 0.86} 0,${y + ry}`,
    );
    pen.model(stone, colour, colour === ink ? cool : ink, 55, 0.65, 0.75);
  }
  for (const [x, lean, height] of triples(
    '150,-6,330 200,3,420 256,10,300 1380,-9,320 1440,-2,430 1500,7,360',
  )) {
    pen.placed(x, 910, lean, 1, () => {
      pen.stroke(curve(`0,0 6,${-height / 2} 0,${-height}`), ink, 6);
      pen.model(rect(-13, -height - 70, 26, 96, 13), warm, ink, 0, 0.7, 0.8);
      pen.stroke(line(`0,${-height - 70} 0,${-height - 104}`), ink, 4);
      pen.stroke(curve(`0,0 40,${-height * 0.5} 96,${-height * 0.66}`), deep, 9);
    });
  }
  drawBirds(pen, 1010, 190, 4);
}
