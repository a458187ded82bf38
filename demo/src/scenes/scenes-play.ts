import type { Pen } from '../posters/poster-pen.ts';
import {
  blob,
  disc,
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

/** Returns the x of the line between two columns of the chessboard, at the height `y`. */
function across(column: number, y: number): number {
  return 800 + (column - 5) * (150 + (y - 600) * 0.55);
}

export function drawChess(pen: Pen): void {
  const { paper, sky, light, warm, cool, deep, ink } = pen.ink;
  pen.model(rect(0, 0, 1600, 900), sky === deep ? cool : sky, warm, 90, 0.4, 0.8);
  pen.model(disc(800, 420, 370), light, warm, 90, 0.5, 0.8);
  const rows = [600, 648, 712, 796, 910];
  for (const r of range(4)) {
    const [top, bottom] = [rows[r] ?? 600, rows[r + 1] ?? 910];
    for (const c of range(10)) {
      const corners = `${across(c, top)},${top} ${across(c + 1, top)},${top} ${across(c + 1, bottom)},${bottom} ${across(c, bottom)},${bottom}`;
      pen.paint(polygon(corners), (r + c) % 2 === 0 ? deep : paper);
    }
  }
  pen.shade(rect(0, 600, 1600, 300), ink, 90, 0.5, 0.9);
  pen.paint(rect(0, 592, 1600, 12), ink);
  drawPawn(pen, 250, 690, 0.9, ink);
  drawRook(pen, 1340, 690, 1, ink);
  drawBishop(pen, 1060, 660, 1.05, paper);
  drawKnight(pen, 500, 730, 1.15, ink);
  drawKing(pen, 800, 760, 1.2, warm);
  drawPawn(pen, 1090, 850, 1, warm);
  drawPawn(pen, 1480, 850, 1.1, warm);
  drawPawn(pen, 200, 880, 1.15, paper);
}

function foot(pen: Pen, colour: string, width: number): void {
  const shadow = colour === pen.ink.ink ? pen.ink.cool : pen.ink.ink;
  pen.paint(oval(width * 0.3, 4, width * 1.35, 20), pen.ink.ink, 0.45);
  pen.model(rect(-width, -34, width * 2, 38, 14), colour, shadow, 0, 0.6, 0.7);
  pen.model(rect(-width * 0.82, -62, width * 1.64, 32, 12), colour, shadow, 0, 0.6, 0.7);
}

function man(
  pen: Pen,
  x: number,
  y: number,
  scale: number,
  colour: string,
  width: number,
  profiles: string[],
): void {
  const shadow = colour === pen.ink.ink ? pen.ink.cool : pen.ink.ink;
  pen.placed(x, y, 0, scale, () => {
    foot(pen, colour, width);
    for (const profile of profiles) pen.model(turned(0, profile), colour, shadow, 0, 0.65, 0.7);
  });
}

function drawPawn(pen: Pen, x: number, y: number, scale: number, colour: string): void {
  man(pen, x, y, scale, colour, 84, [
    '24,-190 28,-150 42,-110 66,-58|66,-58 0,-56',
    '46,-206 54,-196 46,-184|46,-184 0,-184',
    '0,-296 40,-282 52,-246 40,-214 16,-202|16,-202 0,-200',
  ]);
}

function drawRook(pen: Pen, x: number, y: number, scale: number, colour: string): void {
  man(pen, x, y, scale, colour, 96, [
    '52,-290 50,-180 56,-110 78,-58|78,-58 0,-56',
    '60,-300 76,-360|76,-360 0,-356',
  ]);
  pen.placed(x, y, 0, scale, () => {
    for (const i of range(3)) pen.paint(rect(-76 + i * 58, -394, 36, 44), colour);
    pen.paint(rect(-64, -300, 128, 14, 6), colour === pen.ink.ink ? pen.ink.cool : pen.ink.ink);
  });
}

function drawBishop(pen: Pen, x: number, y: number, scale: number, colour: string): void {
  man(pen, x, y, scale, colour, 92, [
    '28,-290 30,-200 44,-120 74,-58|74,-58 0,-56',
    '58,-306 66,-292 56,-278|56,-278 0,-278',
    '0,-460 38,-420 58,-366 46,-318 20,-302|20,-302 0,-300',
  ]);
  pen.placed(x, y, 0, scale, () => {
    pen.stroke(line('8,-404 40,-364'), pen.ink.ink, 9);
    pen.paint(disc(0, -470, 15), colour);
  });
}

function drawKing(pen: Pen, x: number, y: number, scale: number, colour: string): void {
  man(pen, x, y, scale, colour, 104, [
    '34,-370 36,-250 52,-140 86,-58|86,-58 0,-56',
    '70,-388 80,-374 68,-358|68,-358 0,-358',
    '76,-500 62,-440 44,-388|44,-388 0,-386',
  ]);
  pen.placed(x, y, 0, scale, () => {
    pen.model(turned(0, '0,-536 40,-526 78,-500|78,-500 0,-496'), colour, pen.ink.ink, 0, 0.6, 0.8);
    pen.paint(rect(-10, -600, 20, 70), colour);
    pen.paint(rect(-32, -582, 64, 20), colour);
    pen.paint(rect(-56, -428, 112, 9), pen.ink.ink);
  });
}

function drawKnight(pen: Pen, x: number, y: number, scale: number, colour: string): void {
  const { cool, light } = pen.ink;
  pen.placed(x, y, 0, scale, () => {
    foot(pen, colour, 98);
    const head = blob(
      '76,-58 88,-150 84,-260 44,-340 -4,-372 -18,-408 -36,-368 -76,-330 -104,-262 -132,-206 -116,-176 -86,-176 -56,-204 -24,-204 -40,-150 -76,-104 -78,-58 0,-54',
    );
    pen.model(head, colour, cool, 0, 0.7, 0.6);
    pen.paint(disc(-52, -290, 9), light);
    for (const i of range(6)) {
      pen.stroke(line(`${34 + i * 8},${-318 + i * 38} ${12 + i * 7},${-300 + i * 40}`), cool, 7);
    }
    pen.stroke(line('-118,-196 -96,-202'), cool, 5);
  });
}

export function drawDice(pen: Pen): void {
  const { paper, sky, light, warm, cool, deep, ink } = pen.ink;
  pen.paint(rect(0, 0, 1600, 900), deep);
  const hexes = [sky === deep ? cool : sky, light, cool, warm, paper] as const;
  for (const row of range(7)) {
    for (const column of range(10)) {
      const [x, y] = [column * 190 + (row % 2) * 95 - 60, row * 164 - 40];
      const corners = range(6).map((i) => onCircle(x, y, 104, 30 + i * 60));
      const distance = Math.hypot(x - 800, y - 450);
      const tile = distance > 640 ? deep : (hexes[(row * 3 + column * 2) % 5] ?? cool);
      pen.paint(polygon(corners), tile);
      if (distance <= 640 && (row + column) % 2 === 0) {
        pen.shade(polygon(corners), tile === deep ? ink : deep, 70, 0.45, 0.8);
      }
    }
  }
  for (const row of range(7)) {
    for (const column of range(10)) {
      const [x, y] = [column * 190 + (row % 2) * 95 - 60, row * 164 - 40];
      pen.stroke(polygon(range(6).map((i) => onCircle(x, y, 104, 30 + i * 60))), ink, 9);
    }
  }
  drawMeeple(pen, 480, 700, 1.25, warm);
  drawMeeple(pen, 1180, 330, 0.9, paper);
  drawMeeple(pen, 330, 300, 0.8, light);
  drawMeeple(pen, 1330, 760, 1.1, cool);
  drawDie(pen, 760, 400, 1.35, [paper, light, warm]);
  drawDie(pen, 1030, 640, 0.95, [warm, paper, paper]);
}

function drawMeeple(pen: Pen, x: number, y: number, scale: number, colour: string): void {
  const { ink } = pen.ink;
  const half =
    '0,-150 30,-140 40,-108 30,-80|30,-80 66,-66 116,-44 118,-18 70,-10|70,-10 90,50 104,96|104,96 28,96|28,96 0,52';
  pen.placed(x, y, 0, scale, () => {
    pen.placed(18, 16, 0, 1, () => pen.paint(turned(0, half), ink, 0.55));
    pen.stroke(turned(0, half), ink, 14);
    pen.model(turned(0, half), colour, ink, 25, 0.55, 0.7);
  });
}

type Faces = readonly [face: string, shadow: string, pip: string];

function drawDie(pen: Pen, x: number, y: number, scale: number, [face, shadow, pip]: Faces): void {
  const { ink } = pen.ink;
  const dot = (dx: number, dy: number, rx: number, ry: number) => pen.paint(oval(dx, dy, rx, ry), pip);
  pen.placed(x, y, 0, scale, () => {
    pen.paint(polygon('-170,-70 20,-170 230,-40 230,120 40,240 -150,130'), ink, 0.5);
    pen.stroke(polygon('0,-190 173,-90 173,100 0,200 -173,100 -173,-90'), ink, 22);
    pen.model(polygon('0,-190 173,-90 0,10 -173,-90'), face, shadow, 180, 0.3, 0.8);
    pen.model(polygon('-173,-90 0,10 0,200 -173,100'), face, shadow === face ? ink : shadow, 90, 0.75, 1);
    pen.model(polygon('173,-90 0,10 0,200 173,100'), face, ink, 60, 0.75, 1);
    pen.stroke(line('-173,-90 0,10 173,-90'), ink, 8);
    pen.stroke(line('0,10 0,200'), ink, 8);
    for (const [dx, dy] of pairs('0,-146 0,-34 -86,-90 86,-90 0,-90')) dot(dx, dy, 22, 13);
    for (const [dx, dy] of pairs('-128,-28 -86,55 -44,138')) dot(dx, dy, 13, 21);
    for (const [dx, dy] of pairs('48,30 126,-16 48,136 126,90')) dot(dx, dy, 13, 21);
  });
}

export function drawArcade(pen: Pen): void {
  const { paper, sky, light, warm, cool, deep, ink } = pen.ink;
  pen.paint(rect(0, 0, 1600, 900), sky);
  for (const i of range(15)) {
    const half = Math.floor(Math.sqrt(1 - ((i - 7) / 7.6) ** 2) * 9) * 36;
    if (i % 4 !== 3 || i < 7) {
      pen.paint(rect(800 - half, 40 + i * 36, half * 2, i > 8 ? 26 : 37), i > 9 ? warm : light);
    }
  }
  for (const [tops, colour, unit] of [
    ['5 6 7 6 5 4 4 5 6 8 9 8 7 5 4 4 5 6 7 8 7 6 5 4', cool, 68],
    ['3 3 4 5 5 4 3 2 2 3 3 4 3 2 2 3 4 5 6 5 4 3 3 2', deep, 68],
  ] as const) {
    for (const [i, top] of tops.split(' ').map(Number).entries()) {
      pen.paint(rect(i * unit, 640 - top * 36, unit + 1, 420), colour);
      if ((i + top) % 3 === 0) {
        pen.paint(rect(i * unit + 18, 676 - top * 36, 30, 30), colour === cool ? deep : cool);
      }
    }
  }
  for (const [x, y] of pairs('150,150 1290,110 1130,230')) {
    pen.paint(rect(x, y, 220, 36), paper);
    pen.paint(rect(x + 36, y - 36, 110, 36), paper);
  }
  pen.model(polygon('-20,720 1620,720 1700,930 -100,930'), ink, deep, -90, 0.7, 0.8);
  pen.paint(rect(-20, 712, 1640, 16), warm);
  for (const [x, colour] of [
    [960, warm],
    [1120, light],
    [1280, cool],
  ] as const) {
    const y = 812 - (x - 960) * 0.06;
    pen.paint(oval(x, y + 16, 74, 34), deep);
    pen.paint(oval(x, y + 4, 58, 27), paper);
    pen.model(oval(x, y - 14, 56, 27), colour, ink, 90, 0.5, 0.8);
  }
  pen.paint(oval(590, 822, 210, 54), deep);
  pen.model(oval(590, 810, 150, 38), cool, ink, 0, 0.6, 0.9);
  pen.placed(590, 806, 14, 1, () => {
    pen.model(rect(-22, -330, 44, 330, 10), paper, deep, 0, 0.8, 0.7);
    pen.model(disc(0, -390, 112), warm, ink, 45, 0.7, 0.75);
    pen.paint(ringSlice([0, -390], [72, 90], 190, 265), paper);
  });
}
