/** Posters are measured in picture units: 1600 wide and 900 high, with y pointing down. */
export type Point = readonly [x: number, y: number];
/** A list of points, or a text of points as in SVG: `'0,470 220,400'`. */
export type Points = string | readonly Point[];
export type Box = { left: number; top: number; right: number; bottom: number };
/** An outline as SVG path data, and the box around the outline, which shading needs. */
export type Shape = { d: string; box: Box };

const format = (value: number) => String(Math.round(value * 10) / 10);
const at = (x: number, y: number) => `${format(x)} ${format(y)}`;

function tuples(text: string): number[][] {
  return text
    .trim()
    .split(/\s+/)
    .map((tuple) => tuple.split(',').map(Number));
}

/** Reads pairs of numbers, such as `'190,130 420,150'`. */
export function pairs(text: string): Point[] {
  return tuples(text).map(([a = 0, b = 0]) => [a, b]);
}

/** Reads groups of three numbers, such as `'590,40,8 1010,30,-6'`. */
export function triples(text: string): (readonly [number, number, number])[] {
  return tuples(text).map(([a = 0, b = 0, c = 0]) => [a, b, c]);
}

function toPoints(points: Points): readonly Point[] {
  return typeof points === 'string' ? pairs(points) : points;
}

function boxAround(points: readonly Point[]): Box {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

export function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

export function rect(x: number, y: number, width: number, height: number, radius = 0): Shape {
  const box = { left: x, top: y, right: x + width, bottom: y + height };
  if (radius === 0) return { d: `M${at(x, y)}h${format(width)}v${format(height)}h${format(-width)}z`, box };
  const arc = (dx: number, dy: number) =>
    `a${format(radius)} ${format(radius)} 0 0 1 ${at(dx * radius, dy * radius)}`;
  const [across, down] = [width - 2 * radius, height - 2 * radius];
  const top = `M${at(x + radius, y)}h${format(across)}${arc(1, 1)}v${format(down)}${arc(-1, 1)}`;
  return { d: `${top}h${format(-across)}${arc(-1, -1)}v${format(-down)}${arc(1, -1)}z`, box };
}

export function oval(cx: number, cy: number, rx: number, ry: number): Shape {
  const arc = `a${format(rx)} ${format(ry)} 0 1 1`;
  const d = `M${at(cx - rx, cy)}${arc} ${at(2 * rx, 0)}${arc} ${at(-2 * rx, 0)}z`;
  return { d, box: { left: cx - rx, top: cy - ry, right: cx + rx, bottom: cy + ry } };
}

export function disc(cx: number, cy: number, radius: number): Shape {
  return oval(cx, cy, radius, radius);
}

export function polygon(points: Points): Shape {
  const list = toPoints(points);
  return { d: `M${list.map(([x, y]) => at(x, y)).join('L')}z`, box: boxAround(list) };
}

/** Creates an open line of straight pieces, for stroking. */
export function line(points: Points): Shape {
  const list = toPoints(points);
  return { d: `M${list.map(([x, y]) => at(x, y)).join('L')}`, box: boxAround(list) };
}

/** Draws a smooth curve through the points: a Catmull-Rom spline, written as Bézier segments. */
function smooth(points: readonly Point[], closed = false): string {
  const count = points.length;
  const point = (index: number): Point => {
    const nearest = closed ? (index + count) % count : Math.min(Math.max(index, 0), count - 1);
    return points[nearest] ?? [0, 0];
  };
  const segments = range(closed ? count : count - 1).map((i) => {
    const [before, from, to, after] = [point(i - 1), point(i), point(i + 1), point(i + 2)];
    const leaving = at(from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6);
    const arriving = at(to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6);
    return `C${leaving} ${arriving} ${at(...to)}`;
  });
  return `M${at(...point(0))}${segments.join('')}${closed ? 'z' : ''}`;
}

/** Creates a closed smooth outline through the points. */
export function blob(points: Points): Shape {
  const list = toPoints(points);
  return { d: smooth(list, true), box: boxAround(list) };
}

/** Creates an open smooth line through the points, for stroking. */
export function curve(points: Points): Shape {
  const list = toPoints(points);
  return { d: smooth(list), box: boxAround(list) };
}

/** Creates the area between two smooth lines that run in the same direction, for roads, ribbons and rivers. */
export function band(one: Points, other: Points): Shape {
  const [there, back] = [toPoints(one), toPoints(other).toReversed()];
  return { d: `${smooth(there)}${smooth(back).replace('M', 'L')}z`, box: boxAround([...there, ...back]) };
}

/** Creates the area below a smooth line, down to `bottom`, for hills, water and cloths. */
export function ground(points: Points, bottom = 900): Shape {
  const list = toPoints(points);
  const box = boxAround(list);
  return {
    d: `${smooth(list)}L${at(box.right, bottom)}L${at(box.left, bottom)}z`,
    box: { ...box, bottom },
  };
}

/**
 * Creates a symmetrical form, such as a vase or a cello. `profile` lists pairs of radius and height from top to
 * bottom. A `|` between two pairs makes a corner; all else is smooth.
 */
export function turned(cx: number, profile: string): Shape {
  const parts = profile.split('|').map(toPoints);
  const side = (mirror: 1 | -1) => parts.map((part) => part.map(([r, y]): Point => [cx + mirror * r, y]));
  const right = side(1);
  const left = side(-1).toReversed();
  const pieces = [...right, ...left.map((part) => part.toReversed())].map((part) => smooth(part));
  const d = pieces.map((piece, index) => (index === 0 ? piece : piece.replace('M', 'L'))).join('');
  return { d: `${d}z`, box: boxAround([...right, ...left].flat()) };
}

/** Creates a leaf from stem to tip. `width` is the greatest width as a share of the length. */
export function leaf(from: Point, to: Point, width = 0.4): Shape {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const [mx, my] = [from[0] + dx * 0.45, from[1] + dy * 0.45];
  const [sx, sy] = [-dy * width, dx * width];
  const sides: [Point, Point] = [
    [mx + sx, my + sy],
    [mx - sx, my - sy],
  ];
  const d = `M${at(...from)}Q${at(...sides[0])} ${at(...to)}Q${at(...sides[1])} ${at(...from)}z`;
  const half = (side: Point): Point => [(side[0] + mx) / 2, (side[1] + my) / 2];
  return { d, box: boxAround([from, to, half(sides[0]), half(sides[1])]) };
}

/** Returns the point at `degrees` on a circle. 0 is to the right, and degrees count clockwise. */
export function onCircle(cx: number, cy: number, radius: number, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180;
  return [cx + radius * Math.cos(angle), cy + radius * Math.sin(angle)];
}

/** Creates a slice of a ring between two angles in degrees. 0 is to the right, and degrees count clockwise. */
export function ringSlice(
  [cx, cy]: Point,
  [inner, outer]: readonly [number, number],
  from: number,
  to: number,
): Shape {
  const large = to - from > 180 ? 1 : 0;
  const arc = (radius: number, sweep: 0 | 1, degrees: number) =>
    `A${format(radius)} ${format(radius)} 0 ${large} ${sweep} ${at(...onCircle(cx, cy, radius, degrees))}`;
  const start = `M${at(...onCircle(cx, cy, outer, from))}${arc(outer, 1, to)}`;
  const d = `${start}L${at(...onCircle(cx, cy, inner, to))}${arc(inner, 0, from)}z`;
  const angles = range(9).map((i) => from + ((to - from) * i) / 8);
  return {
    d,
    box: boxAround(angles.flatMap((angle) => [inner, outer].map((r) => onCircle(cx, cy, r, angle)))),
  };
}
