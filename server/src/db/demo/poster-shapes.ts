/** Geometry of the posters, in picture units: 1600 wide, 900 high, y pointing down. */
export type Point = readonly [x: number, y: number];
export type Box = { left: number; top: number; right: number; bottom: number };
/** An outline as SVG path data, with the box around it that shading needs. */
export type Shape = { d: string; box: Box };

const format = (value: number) => String(Math.round(value * 10) / 10);
const at = (x: number, y: number) => `${format(x)} ${format(y)}`;

function boxAround(points: readonly Point[]): Box {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

export function rect(x: number, y: number, width: number, height: number, radius = 0): Shape {
  const box = { left: x, top: y, right: x + width, bottom: y + height };
  if (radius === 0) return { d: `M${at(x, y)}h${format(width)}v${format(height)}h${format(-width)}z`, box };
  const r = format(radius);
  const arc = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${at(dx * radius, dy * radius)}`;
  const across = format(width - 2 * radius);
  const down = format(height - 2 * radius);
  return {
    d: `M${at(x + radius, y)}h${across}${arc(1, 1)}v${down}${arc(-1, 1)}h-${across}${arc(-1, -1)}v-${down}${arc(1, -1)}z`,
    box,
  };
}

export function oval(cx: number, cy: number, rx: number, ry: number): Shape {
  const arc = `a${format(rx)} ${format(ry)} 0 1 1`;
  return {
    d: `M${at(cx - rx, cy)}${arc} ${format(2 * rx)} 0${arc} ${format(-2 * rx)} 0z`,
    box: { left: cx - rx, top: cy - ry, right: cx + rx, bottom: cy + ry },
  };
}

export function disc(cx: number, cy: number, radius: number): Shape {
  return oval(cx, cy, radius, radius);
}

export function polygon(...points: Point[]): Shape {
  return { d: `M${points.map(([x, y]) => at(x, y)).join('L')}z`, box: boxAround(points) };
}

/** An open line through the points, for stroking. */
export function line(...points: Point[]): Shape {
  return { d: `M${points.map(([x, y]) => at(x, y)).join('L')}`, box: boxAround(points) };
}

/** Catmull-Rom spline as Bézier segments: the points lie on the curve. */
function smooth(points: readonly Point[], closed: boolean, tension: number): string {
  const count = points.length;
  const point = (index: number): Point => {
    const wrapped = closed ? (index + count) % count : Math.min(Math.max(index, 0), count - 1);
    return points[wrapped] ?? [0, 0];
  };
  const segments = Array.from({ length: closed ? count : count - 1 }, (_, i) => {
    const [before, from, to, after] = [point(i - 1), point(i), point(i + 1), point(i + 2)];
    const handleA = at(from[0] + (to[0] - before[0]) * tension, from[1] + (to[1] - before[1]) * tension);
    const handleB = at(to[0] - (after[0] - from[0]) * tension, to[1] - (after[1] - from[1]) * tension);
    return `C${handleA} ${handleB} ${at(...to)}`;
  });
  return `M${at(...point(0))}${segments.join('')}${closed ? 'z' : ''}`;
}

/** A closed soft outline through the points. */
export function blob(...points: Point[]): Shape {
  return { d: smooth(points, true, 1 / 6), box: boxAround(points) };
}

/** An open soft line through the points, for stroking. */
export function curve(...points: Point[]): Shape {
  return { d: smooth(points, false, 1 / 6), box: boxAround(points) };
}

/** Everything below a soft line, down to `bottom`: hills, water, cloths. */
export function ground(points: readonly Point[], bottom = 900): Shape {
  const box = boxAround(points);
  const d = `${smooth(points, false, 1 / 6)}L${at(box.right, bottom)}L${at(box.left, bottom)}z`;
  return { d, box: { ...box, bottom } };
}

/** A form turned on a lathe (vases, chessmen): right-hand radii from top to bottom, mirrored about `cx`. */
export function turned(cx: number, profile: readonly (readonly [radius: number, y: number])[]): Shape {
  const right = profile.map(([r, y]): Point => [cx + r, y]);
  const left = profile.toReversed().map(([r, y]): Point => [cx - r, y]);
  const [first, last] = [right[0] ?? [cx, 0], right.at(-1) ?? [cx, 0]];
  const down = smooth(right, false, 1 / 6);
  const up = smooth(left, false, 1 / 6).replace('M', 'L');
  const width = Math.max(...profile.map(([r]) => r));
  return {
    d: `${down}${up}z`,
    box: { left: cx - width, top: first[1], right: cx + width, bottom: last[1] },
  };
}

/** A leaf from stem to tip; `width` is its fullest breadth as a share of its length. */
export function leaf(from: Point, to: Point, width = 0.4): Shape {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const [mx, my] = [from[0] + dx * 0.45, from[1] + dy * 0.45];
  const [sx, sy] = [-dy * width, dx * width];
  const d = `M${at(...from)}Q${at(mx + sx, my + sy)} ${at(...to)}Q${at(mx - sx, my - sy)} ${at(...from)}z`;
  return { d, box: boxAround([from, to, [mx + sx / 2, my + sy / 2], [mx - sx / 2, my - sy / 2]]) };
}

/** A slice of a ring; angles in degrees, 0 to the right, growing clockwise. */
export function ringSlice(cx: number, cy: number, inner: number, outer: number, from: number, to: number): Shape {
  const on = (radius: number, degrees: number): Point => {
    const angle = (degrees * Math.PI) / 180;
    return [cx + radius * Math.cos(angle), cy + radius * Math.sin(angle)];
  };
  const large = to - from > 180 ? 1 : 0;
  const arc = (r: number, sweep: number, end: Point) => `A${format(r)} ${format(r)} 0 ${large} ${sweep} ${at(...end)}`;
  const d = `M${at(...on(outer, from))}${arc(outer, 1, on(outer, to))}L${at(...on(inner, to))}${arc(inner, 0, on(inner, from))}z`;
  const steps = Array.from({ length: 9 }, (_, i) => from + ((to - from) * i) / 8);
  return { d, box: boxAround(steps.flatMap((angle) => [on(inner, angle), on(outer, angle)])) };
}

/** Several shapes as one outline; where they overlap the even-odd rule is not used, so they add up. */
export function join(...shapes: Shape[]): Shape {
  const boxes = shapes.map((shape) => shape.box);
  return {
    d: shapes.map((shape) => shape.d).join(''),
    box: {
      left: Math.min(...boxes.map((b) => b.left)),
      top: Math.min(...boxes.map((b) => b.top)),
      right: Math.max(...boxes.map((b) => b.right)),
      bottom: Math.max(...boxes.map((b) => b.bottom)),
    },
  };
}

export function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
