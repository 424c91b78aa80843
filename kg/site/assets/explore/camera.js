// Where the picture looks: places of the layout to pixels, and back.

const LEAST = 0.05, MOST = 6, MARGIN = 48;

export class Camera {
  x = 0;
  y = 0;
  scale = 1;

  world(x, y) {
    return { x: (x - this.x) / this.scale, y: (y - this.y) / this.scale };
  }

  pan(x, y) {
    this.x += x;
    this.y += y;
  }

  zoom(factor, x, y) {
    const scale = Math.min(MOST, Math.max(LEAST, this.scale * factor));
    this.x = x - ((x - this.x) * scale) / this.scale;
    this.y = y - ((y - this.y) * scale) / this.scale;
    this.scale = scale;
  }

  centre({ x, y }, width, height) {
    this.scale = Math.max(this.scale, 1.2);
    this.x = width / 2 - x * this.scale;
    this.y = height / 2 - y * this.scale;
  }

  fit(nodes, width, height) {
    if (!nodes.length) return;
    const [left, right] = ends(nodes, "x"), [top, bottom] = ends(nodes, "y");
    const room = Math.min((width - 2 * MARGIN) / (right - left + 1), (height - 2 * MARGIN) / (bottom - top + 1));
    this.scale = Math.min(2, Math.max(LEAST, room));
    this.x = width / 2 - ((left + right) / 2) * this.scale;
    this.y = height / 2 - ((top + bottom) / 2) * this.scale;
  }
}

function ends(nodes, axis) {
  let least = Infinity, most = -Infinity;
  for (const node of nodes) {
    least = Math.min(least, node[axis]);
    most = Math.max(most, node[axis]);
  }
  return [least, most];
}
