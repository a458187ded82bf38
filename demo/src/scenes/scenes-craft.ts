import { skins, drawSun, drawSprig, drawPasser } from '../posters/poster-figures.ts';
import type { Pen } from '../posters/poster-pen.ts';
import { curve, disc, ground, line, polygon, range, rect, turned } from '../posters/poster-shapes.ts';

export function drawPress(pen: Pen): void {
  const { paper, sky, light, warm, cool, deep, ink } = pen.ink;
  pen.model(rect(0, 0, 1600, 900), sky === deep ? cool : sky, warm, 135, 0.25, 0.9);
  pen.placed(740, 450, -12, 1, () => {
    pen.paint(rect(-470, -350, 880, 800), ink, 0.3);
    pen.paint(rect(-490, -372, 880, 800), paper);
    pen.model(rect(-430, -312, 760, 680), deep, ink, 60, 0.6, 0.8);
    pen.inside(rect(-430, -312, 760, 680), () => {
      pen.model(disc(120, -90, 150), light, warm, 90, 0.5, 0.8);
      pen.placed(-250, 420, -8, 1, () => drawSprig(pen, 640, 6, cool, ink));
      pen.placed(-50, 400, 6, 1, () => drawSprig(pen, 470, 5, paper, cool));
      pen.placed(150, 420, 10, 1, () => drawSprig(pen, 330, 4, warm, ink));
      for (const i of range(22)) pen.paint(disc(-400 + ((i * 173) % 720), -290 + ((i * 97) % 240), 5), paper);
    });
  });
  pen.placed(1050, 300, -24, 1.05, () => drawRoller(pen));
}

/** Draws an ink roller that is pushed upwards, with the fresh ink below. */
function drawRoller(pen: Pen): void {
  const { paper, light, warm, deep, ink } = pen.ink;
  pen.model(rect(-160, 0, 320, 900), warm, ink, -90, 0.45, 0.4);
  for (const i of range(13)) {
    const x = -150 + i * 25;
    pen.stroke(line(`${x},${230 + (i % 4) * 70} ${x},900`), i % 2 === 0 ? light : paper, 4, '120 46 18 60');
  }
  pen.paint(rect(-186, -58, 404, 150, 24), ink, 0.3);
  pen.model(rect(-190, -76, 380, 152, 24), deep, ink, 90, 0.85, 0.8);
  pen.paint(rect(-166, -52, 332, 14, 7), paper, 0.7);
  for (const side of [-1, 1]) pen.paint(rect(side * 204 - 14, -22, 28, 44, 8), light);
  pen.stroke(line('-206,0 -216,150 0,206 216,150 206,0'), ink, 20);
  pen.paint(rect(-24, 196, 48, 60, 8), paper);
  const handle = turned(0, '26,250 40,290 46,380 34,480 38,540|38,540 30,572 0,580');
  pen.stroke(handle, ink, 10);
  pen.model(handle, light, ink, 0, 0.6, 0.7);
}

export function drawGallery(pen: Pen): void {
  const { paper, sky, light, warm, cool, deep, ink } = pen.ink;
  pen.model(rect(0, 0, 1600, 900), sky === deep ? cool : sky, warm, 90, 0.25, 0.9);
  pen.model(rect(0, 720, 1600, 180), deep, ink, 90, 0.8, 0.9);
  pen.paint(rect(0, 700, 1600, 22), paper);
  for (const x of [250, 800, 1350]) {
    pen.paint(polygon(`${x - 40},0 ${x + 40},0 ${x + 300},700 ${x - 300},700`), paper, 0.2);
    pen.paint(polygon(`${x - 46},0 ${x + 46},0 ${x + 34},40 ${x - 34},40`), ink);
  }
  frame(pen, 80, 130, 340, 430, () => {
    pen.paint(rect(0, 0, 340, 430), light);
    drawSun(pen, 170, 150, 86, warm);
    pen.model(ground('0,260 120,220 220,270 340,230', 430), cool, deep, 90, 0.6, 0.8);
    pen.model(ground('0,340 140,350 340,310', 430), deep, ink, 90, 0.7, 0.9);
  });
  frame(pen, 510, 100, 580, 480, () => {
    pen.paint(rect(0, 0, 580, 480), paper);
    pen.model(disc(210, 200, 150), warm, ink, 120, 0.5, 0.8);
    pen.paint(rect(270, 70, 210, 330), cool, 0.88);
    pen.shade(rect(270, 70, 210, 330), deep, 90, 0.6, 0.8);
    pen.model(polygon('120,430 290,180 440,430'), light, warm, 90, 0.5, 0.8);
    pen.stroke(curve('60,380 200,300 330,400 520,110'), ink, 13);
    pen.paint(disc(430, 130, 42), deep);
  });
  frame(pen, 1180, 130, 340, 430, () => {
    pen.paint(rect(0, 0, 340, 430), deep);
    pen.paint(rect(0, 340, 340, 90), warm);
    pen.model(turned(170, '30,180 26,210 80,270 84,330 50,372|50,372 0,374'), paper, cool, 0, 0.7, 0.9);
    for (const lean of [-26, 0, 28]) {
      pen.placed(170, 190, lean, 1, () => drawSprig(pen, 120, 3, lean === 0 ? light : cool, ink));
    }
  });
  drawPasser(pen, 640, 860, { height: 400, coat: warm, hair: ink, skin: skins[0] });
  drawPasser(pen, 782, 866, { height: 300, coat: light, hair: deep, skin: skins[0] });
  drawPasser(pen, 1290, 850, { height: 385, coat: paper, hair: ink, skin: skins[3], hat: cool });
  drawPasser(pen, 200, 868, { height: 395, coat: cool, hair: paper, skin: skins[1] });
}

function frame(pen: Pen, x: number, y: number, width: number, height: number, paint: () => void): void {
  const { ink, paper } = pen.ink;
  pen.paint(rect(x - 6, y + 4, width + 36, height + 36), ink, 0.28);
  pen.paint(rect(x - 20, y - 20, width + 40, height + 40), ink);
  pen.paint(rect(x - 10, y - 10, width + 20, height + 20), paper);
  pen.placed(x, y, 0, 1, () => pen.inside(rect(0, 0, width, height), paint));
}
