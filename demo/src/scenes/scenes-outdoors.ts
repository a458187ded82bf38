import { drawSun, drawBirds, drawPoplar, drawSprig } from '../posters/poster-figures.ts';
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
  ringSlice,
  turned,
  pairs,
} from '../posters/poster-shapes.ts';

export function drawHills(pen: Pen): void {
  const { paper, sky, light, warm, cool, deep, ink } = pen.ink;
  pen.model(rect(0, 0, 1600, 900), sky, paper, 90, 0.9, 0.6);
  const sunX = pen.between(640, 960);
  drawSun(pen, sunX, 330, 190, light);
  pen.paint(rect(-60, 250, 480, 34, 17), paper);
  pen.paint(rect(1130, 318, 570, 34, 17), paper);
  pen.paint(rect(1000, 196, 260, 34, 17), paper);
  const far = ground('0,470 220,400 470,450 760,395 1040,460 1330,385 1600,440');
  pen.paint(far, paper);
  pen.paint(far, cool, 0.6);
  pen.model(ground('0,520 260,560 560,480 860,530 1180,475 1600,545'), cool, deep, -60, 0.6, 0.6);
  pen.model(ground('0,610 300,640 640,575 980,600 1300,560 1600,600'), light, warm, 180, 0.6, 0.7);
  for (const i of range(9)) {
    const x = 980 + i * 74;
    pen.stroke(curve(`${x},${596 - i * 3} ${x - 60 + i * 12},660 ${x - 200 + i * 26},760`), warm, 5);
  }
  for (const i of range(6)) drawPoplar(pen, 240 + i * 46, 640 - Math.abs(i - 3) * 4, pen.between(120, 190));
  pen.model(ground('0,690 360,740 760,690 1120,720 1600,650'), deep, ink, 110, 0.8, 0.7);
  const road = band(
    '700,901 770,800 960,740 880,680 720,645 800,600 850,585',
    '380,901 560,800 830,740 770,690 660,645 770,600 840,585',
  );
  pen.model(road, paper, light, 90, 0.6, 0.7);
  drawBarn(pen, 1130, 628);
  drawPoplar(pen, 1010, 700, 110);
  drawPoplar(pen, 1340, 690, 210);
  drawPoplar(pen, 1400, 690, 160);
  drawPoplar(pen, 1452, 684, 230);
  drawBirds(pen, sunX - 330, 210, 4);
}

function drawBarn(pen: Pen, x: number, y: number): void {
  const { paper, warm, ink, deep } = pen.ink;
  pen.placed(x, y, 0, 1, () => {
    pen.paint(polygon('0,0 0,-52 62,-52 62,0'), paper);
    pen.model(polygon('62,0 62,-52 86,-92 110,-52 110,0'), paper, deep, 0, 0.6, 1);
    pen.paint(polygon('-8,-50 18,-92 88,-94 60,-50'), warm);
    pen.paint(rect(16, -32, 16, 32), ink);
    pen.paint(rect(79, -44, 14, 18), ink);
  });
}

export function drawSails(pen: Pen): void {
  const { paper, sky, light, warm, cool, deep, ink } = pen.ink;
  pen.model(rect(0, 0, 1600, 900), sky, paper, 90, 0.9, 0.7);
  drawSun(pen, 1010, 270, 150, light);
  pen.paint(ground('0,500 200,440 420,470 700,492 900,505', 540), deep);
  pen.model(ground('760,505 1000,470 1240,430 1450,470 1600,440', 540), cool, deep, 90, 0.7, 0.8);
  pen.model(rect(0, 505, 1600, 395), cool, deep, 90, 0.8, 0.9);
  for (const i of range(26)) {
    const width = pen.between(30, 90) * (1 + i * 0.09);
    const x = 1010 + pen.between(-1, 1) * (50 + i * 9) - width / 2;
    pen.paint(rect(x, 520 + i * i * 0.6, width, 4 + i * 0.35, 2), light);
  }
  for (const i of range(16)) {
    const [x, y] = [pen.between(-40, 1560), pen.between(560, 880)];
    pen.stroke(
      curve(`${x},${y} ${x + 30},${y - 8} ${x + 60},${y} ${x + 90},${y - 6}`),
      i % 3 === 0 ? paper : ink,
      4,
    );
  }
  drawBoat(pen, 300, 600, 0.62, warm, paper);
  drawBoat(pen, 1300, 580, 0.5, paper, light);
  drawBoat(pen, 720, 730, 1.35, paper, warm);
  drawBirds(pen, 380, 200, 4);
}

function drawBoat(pen: Pen, x: number, y: number, scale: number, sail: string, jib: string): void {
  const { ink, deep, warm, light } = pen.ink;
  pen.placed(x, y, -3, scale, () => {
    pen.model(polygon('6,-420 10,-60 210,-66 120,-230'), sail, sail === warm ? ink : warm, 30, 0.5, 0.8);
    for (const i of range(3)) {
      pen.stroke(line(`10,${-140 - i * 90} ${178 - i * 46},${-140 - i * 82}`), deep, 2.5);
    }
    pen.model(polygon('-6,-390 -14,-58 -170,-52 -96,-190'), jib, deep, 180, 0.5, 0.8);
    pen.stroke(line('0,-440 0,-30'), ink, 8);
    pen.paint(polygon('0,-440 56,-424 0,-408'), light);
    pen.paint(polygon('-190,-40 230,-46 180,30 -130,34'), ink);
    pen.paint(polygon('-190,-40 230,-46 226,-30 -184,-24'), warm);
    pen.paint(oval(40, -62, 20, 34), light);
    pen.paint(disc(40, -104, 14), deep);
    pen.paint(oval(96, -62, 20, 34), warm);
    pen.paint(disc(96, -104, 14), deep);
    for (const i of range(5)) pen.paint(rect(-150 + i * 16, 48 + i * 18, 300 - i * 44, 7, 3), sail, 0.75);
  });
}

export function drawBicycle(pen: Pen): void {
  const { paper, sky, light, warm, cool, deep, ink } = pen.ink;
  pen.model(rect(0, 0, 1600, 900), sky, paper, 90, 0.9, 0.8);
  drawSun(pen, 800, 440, 340, light);
  pen.paint(rect(-40, 190, 420, 34, 17), paper);
  pen.paint(rect(1220, 280, 500, 34, 17), paper);
  pen.model(ground('0,640 240,560 520,640 800,690 1100,620 1360,540 1600,610'), cool, deep, 90, 0.5, 0.9);
  for (const [x, height] of pairs('150,130 196,170 1390,190 1440,140 1486,170')) {
    drawPoplar(pen, x, 610, height);
  }
  pen.model(ground('0,760 400,742 800,738 1200,744 1600,766'), deep, ink, 90, 0.8, 0.9);
  pen.stroke(line('-10,830 1610,826'), paper, 6, '70 50');
  for (const x of [540, 1060]) {
    for (const i of range(14)) {
      const [ex, ey] = onCircle(x, 590, 150, i * (180 / 14) + 6);
      pen.stroke(line(`${ex},${ey} ${2 * x - ex},${1180 - ey}`), ink, 2.2);
    }
    pen.stroke(disc(x, 590, 152), ink, 15);
    pen.stroke(disc(x, 590, 140), paper, 4);
    pen.paint(disc(x, 590, 15), ink);
  }
  drawBicycleFrame(pen, warm);
  drawBirds(pen, 330, 150, 4);
}

function drawBicycleFrame(pen: Pen, colour: string): void {
  const { ink, paper, light, cool, deep } = pen.ink;
  pen.stroke(line('960,352 1070,352'), ink, 8);
  pen.stroke(line('1076,372 1060,590'), ink, 6);
  pen.placed(1036, 262, -16, 1, () => drawSprig(pen, 120, 3, deep, ink));
  pen.placed(1100, 262, 18, 1, () => drawSprig(pen, 130, 3, cool, deep));
  pen.paint(disc(1066, 218, 34), paper);
  pen.paint(disc(1066, 218, 13), light);
  pen.model(polygon('980,258 1160,258 1136,372 1004,372'), light, ink, 90, 0.6, 0.8);
  for (const i of range(5)) pen.stroke(line(`${1006 + i * 31},264 ${1018 + i * 25},366`), ink, 4);
  pen.stroke(line('540,590 760,600 700,370 960,360 760,600'), colour, 17);
  pen.stroke(line('540,590 700,370'), colour, 13);
  pen.stroke(curve('954,330 966,380 1010,500 1060,590'), colour, 16);
  pen.stroke(line('700,370 684,314'), ink, 13);
  pen.paint(turned(684, '0,292 50,286 76,296 60,318 0,322'), ink);
  pen.stroke(line('954,340 942,276'), ink, 12);
  pen.stroke(curve('942,276 900,262 872,276 860,300'), ink, 13);
  pen.paint(disc(760, 600, 42), ink);
  pen.paint(disc(760, 600, 25), paper);
  pen.stroke(line('760,600 800,672'), ink, 11);
  pen.stroke(line('778,676 824,668'), ink, 12);
  pen.stroke(line('548,578 756,562'), ink, 4);
  pen.stroke(line('548,602 756,640'), ink, 4);
  pen.paint(ringSlice([540, 590], [168, 184], 190, 300), colour);
  pen.paint(ringSlice([1060, 590], [168, 184], 220, 330), colour);
}

export function drawAllotment(pen: Pen): void {
  const { paper, sky, light, warm, cool, deep, ink } = pen.ink;
  pen.model(rect(0, 0, 1600, 420), sky, paper, 90, 0.9, 0.8);
  drawSun(pen, 1210, 200, 110, light);
  pen.model(ground('0,330 260,270 560,330 900,290 1240,340 1600,290', 480), cool, paper, -90, 0.5, 0.9);
  pen.model(rect(0, 440, 1600, 460), deep, ink, 90, 0.9, 1);
  pen.paint(rect(0, 432, 1600, 22), ink);
  for (const i of range(60)) {
    const [x, y] = [pen.between(0, 1600), pen.between(480, 890)];
    pen.paint(
      blob(`${x},${y} ${x + 12},${y - 6} ${x + 20},${y + 3} ${x + 8},${y + 9}`),
      i % 3 === 0 ? light : cool,
      0.55,
    );
  }
  for (const [i, x] of [130, 465, 800, 1135, 1470].entries()) {
    for (const lean of [-22, -7, 8, 24]) {
      const height = 190 + ((i * 53 + Math.abs(lean) * 7) % 90);
      pen.placed(x, 452, lean, 1, () => drawSprig(pen, height, i % 2 === 0 ? 3 : 5, deep, ink));
    }
    pen.placed(x, 462, (i % 3) - 1, 1.15, () => drawRoot(pen, i));
  }
  pen.stroke(curve('896,836 906,820 922,816 938,826 952,840 968,840 980,828 994,818 1010,824'), warm, 13);
}

function drawRoot(pen: Pen, kind: number): void {
  const { paper, light, warm, ink } = pen.ink;
  const [onion, carrot] = [kind === 0, kind % 2 === 1];
  if (onion) {
    pen.model(turned(0, '16,-6 30,22 96,76 100,132 50,182 0,194'), paper, warm, 20, 0.5, 0.8);
    for (const bend of [-62, -24, 24, 62]) {
      pen.stroke(curve(`${bend * 0.3},36 ${bend},110 ${bend * 0.4},180`), warm, 4);
    }
    for (const i of range(5)) pen.stroke(line(`${-16 + i * 8},190 ${-36 + i * 18},224`), paper, 3);
  } else if (carrot) {
    pen.model(turned(0, '0,0 50,6 58,36 38,160 10,290 0,330'), warm, ink, 20, 0.65, 0.8);
    for (const i of range(6)) {
      const [side, y] = [i % 2 === 0 ? -1 : 1, 46 + i * 38];
      pen.stroke(line(`${side * (50 - i * 7)},${y} ${side * (16 - i * 2)},${y + 4}`), ink, 4);
    }
  } else if (kind === 2) {
    pen.model(turned(0, '20,-4 76,26 112,100 80,176 22,214 5,290 0,340'), warm, ink, 30, 0.7, 0.85);
    for (const radius of [34, 62]) pen.stroke(oval(0, 106, radius, radius * 0.9), light, 4);
  } else {
    pen.model(turned(0, '0,0 60,8 66,44 32,150 10,270 0,370'), light, warm, 20, 0.7, 0.8);
    for (const i of range(5)) {
      pen.stroke(line(`${-34 + i * 6},${50 + i * 40} ${4 - i},${56 + i * 40}`), warm, 4);
    }
  }
}
