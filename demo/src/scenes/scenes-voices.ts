import { skins } from '../posters/poster-figures.ts';
import type { Pen } from '../posters/poster-pen.ts';
import {
  blob,
  curve,
  disc,
  leaf,
  line,
  onCircle,
  oval,
  polygon,
  range,
  rect,
  ringSlice,
  turned,
} from '../posters/poster-shapes.ts';

export function drawChoir(pen: Pen): void {
  const { paper, sky, light, warm, cool, deep } = pen.ink;
  pen.model(rect(0, 0, 1600, 900), sky, warm, 90, 0.5, 0.7);
  for (const i of range(7)) {
    const x = -140 + i * 270;
    const arch = rect(x, 60, 220, 900, 110);
    pen.model(arch, i % 2 === 0 ? light : paper, warm, 90, 0.5, 0.9);
    pen.stroke(line(`${x + 110},60 ${x + 110},600`), deep, 4);
    pen.stroke(line(`${x},300 ${x + 220},300`), deep, 4);
    pen.stroke(arch, deep, 12);
  }
  const robes = [deep, cool, warm, deep, cool] as const;
  for (const i of range(6)) {
    drawSinger(pen, { x: 110 + i * 276, y: 330, scale: 0.9, robe: robes[(i + 2) % 5] ?? deep, kind: i + 3 });
  }
  for (const i of range(5)) {
    drawSinger(pen, { x: 200 + i * 300, y: 470, scale: 1.18, robe: robes[i] ?? deep, kind: i });
  }
}

type Singer = { x: number; y: number; scale: number; robe: string; kind: number };

function drawSinger(pen: Pen, { x, y, scale, robe, kind }: Singer): void {
  const { paper, light, warm, ink, deep } = pen.ink;
  const skin = skins[(kind * 3 + 1) % 4] ?? skins[0];
  const hair = [ink, light, ink, warm, paper][kind % 5] ?? ink;
  pen.placed(x, y, (kind % 3) * 3 - 3, scale, () => {
    if (kind % 3 === 0) pen.paint(turned(0, '0,-98 62,-84 82,-10 84,70|84,70 0,80'), hair);
    pen.model(turned(0, '30,82 92,100 132,160 150,300 160,520|160,520 0,520'), robe, ink, 0, 0.6, 0.6);
    pen.paint(polygon('-44,84 0,150 44,84 30,70 -30,70'), paper);
    pen.paint(rect(-22, 40, 44, 56, 20), skin);
    pen.shade(rect(-22, 56, 44, 40, 20), ink, -90, 0.6, 0.9);
    const face = oval(0, 0, 60, 74);
    pen.model(face, skin, deep, 0, 0.35, 0.45);
    pen.paint(oval(0, 36, 17, 22), ink);
    pen.paint(oval(0, 47, 10, 8), warm);
    pen.stroke(curve('-36,-12 -25,-4 -14,-12'), ink, 5);
    pen.stroke(curve('14,-12 25,-4 36,-12'), ink, 5);
    pen.stroke(line('-40,-30 -14,-34'), ink, 5);
    pen.stroke(line('14,-34 40,-30'), ink, 5);
    pen.stroke(curve('0,-10 8,10 0,14'), ink, 3.5);
    drawSingersHair(pen, kind, hair);
    pen.model(polygon('-120,226 -4,250 -4,372 -120,344'), paper, deep, 0, 0.6, 0.6);
    pen.model(polygon('120,226 4,250 4,372 120,344'), paper, deep, 180, 0.6, 0.4);
    pen.stroke(line('0,250 0,374'), ink, 6);
    pen.paint(oval(-116, 300, 20, 26), skin);
    pen.paint(oval(116, 300, 20, 26), skin);
  });
}

function drawSingersHair(pen: Pen, kind: number, hair: string): void {
  const { ink } = pen.ink;
  if (kind % 5 === 1) pen.paint(disc(0, -92, 30), hair);
  const cap =
    kind % 2 === 0
      ? '0,-90 44,-80 66,-30 64,6|64,6 52,-34 20,-48 0,-50'
      : '0,-88 46,-78 66,-40 63,-8|63,-8 50,-42 0,-46';
  pen.paint(turned(0, cap), hair);
  if (kind % 5 === 4) {
    for (const side of [-25, 25]) pen.stroke(disc(side, -10, 17), ink, 4);
    pen.stroke(line('-8,-12 8,-12'), ink, 4);
  }
  if (kind % 5 === 2) {
    for (const i of range(9)) pen.paint(disc(...onCircle(0, -20, 66, 195 + i * 18.7), 23), hair);
  }
}

export function drawVoices(pen: Pen): void {
  const { paper, sky, warm, cool, deep, ink } = pen.ink;
  pen.model(rect(0, 0, 1600, 900), sky === deep ? cool : sky, paper, 90, 0.8, 0.9);
  pen.placed(800, 300, 0, 0.8, () => drawWords(pen));
  pen.placed(450, 590, 0, 1, () => drawProfile(pen, { skin: skins[2], hair: ink, coat: warm, bun: true }));
  pen.placed(1150, 590, 0, [-1, 1], () =>
    drawProfile(pen, { skin: skins[0], hair: deep, coat: cool, bun: false }),
  );
}

/** Draws the words of a talk as shapes around (0, 0). */
function drawWords(pen: Pen): void {
  const { paper, light, warm, cool, deep, ink } = pen.ink;
  pen.model(disc(0, 0, 190), light, warm, 60, 0.45, 0.7);
  pen.model(disc(-120, -130, 100), warm, ink, 60, 0.4, 0.7);
  pen.model(disc(130, -120, 120), paper, warm, 60, 0.4, 0.6);
  pen.model(disc(-100, 150, 90), cool, ink, 60, 0.4, 0.7);
  pen.model(disc(120, 150, 110), deep, ink, 60, 0.6, 0.7);
  pen.paint(ringSlice([0, 0], [96, 128], 180, 360), warm);
  pen.paint(ringSlice([0, 0], [40, 72], 0, 180), deep);
  for (const i of range(8)) {
    pen.paint(leaf([130, -120], onCircle(130, -120, 92, i * 45), 0.34), i % 2 === 0 ? cool : light);
  }
  for (const i of range(3)) pen.paint(disc(-150 + i * 32, -130, 11), paper);
  for (const i of range(3)) pen.paint(rect(-150, 122 + i * 24, 100 - i * 26, 10, 5), paper);
  pen.stroke(curve('50,150 80,120 110,160 140,130 190,150'), light, 13);
  const drops = [
    -188, 0, 14, -220, 60, 9, 210, 10, 13, 240, 62, 8, 0, -240, 18, 290, -200, 12, -270, -200, 12,
  ];
  for (const i of range(7)) {
    const [x = 0, y = 0, radius = 0] = drops.slice(i * 3, i * 3 + 3);
    pen.paint(disc(x, y, radius), pen.pick([warm, deep, cool]));
  }
}

type Profile = { skin: string; hair: string; coat: string; bun: boolean };

function drawProfile(pen: Pen, { skin, hair, coat, bun }: Profile): void {
  const { paper, light, ink } = pen.ink;
  if (bun) pen.model(disc(-160, -260, 78), hair, pen.ink.cool, 200, 0.4, 0.6);
  else pen.paint(blob('-150,-230 -190,-60 -170,60 -90,80 -60,-40 -60,-200'), hair);
  pen.paint(polygon('-92,-40 50,0 34,210 -110,210'), skin);
  pen.shade(polygon('-92,0 50,20 34,150 -110,150'), ink, -60, 0.5, 0.8);
  const face = blob(
    '-20,-310 60,-290 100,-226 108,-180 150,-112 148,-92 118,-82 126,-58 114,-42 122,-22 108,0 112,36 82,66 20,52 -60,20 -110,-40 -130,-160 -100,-270',
  );
  pen.model(face, skin, ink, 160, 0.35, 0.5);
  pen.paint(
    blob(
      '-30,-344 60,-326 104,-262 100,-236 40,-262 4,-210 -6,-130 -30,-84 -70,-40 -120,-30 -160,-110 -160,-240 -110,-320',
    ),
    hair,
  );
  pen.paint(blob('-34,-146 -8,-160 8,-136 -6,-100 -28,-96'), skin);
  pen.paint(disc(-14, -78, 13), light);
  pen.stroke(curve('58,-176 76,-166 94,-172'), ink, 7);
  pen.stroke(curve('50,-214 72,-226 96,-220'), ink, 8);
  pen.stroke(curve('118,-38 100,-24 78,-36'), ink, 6);
  pen.model(
    blob('-300,400 -280,260 -190,170 -90,130 40,130 130,190 190,290 210,400'),
    coat,
    ink,
    180,
    0.6,
    0.7,
  );
  pen.paint(polygon('-100,140 50,140 90,190 -20,250 -120,200'), paper);
  pen.paint(rect(-320, 360, 560, 200), coat);
}
