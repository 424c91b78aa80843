// A force layout that cools down: things push each other away, ties pull. All pairs, since a part is small.

const LENGTH = 34, PUSH = 1100, FAR = 700, GRAVITY = 0.03, COOLING = 0.97, COLD = 0.02, FINISHED = 150;

export class Layout {
  constructor({ nodes, edges }) {
    this.nodes = nodes;
    this.edges = edges;
    this.heat = 1;
  }

  warm() {
    this.heat = Math.max(this.heat, 0.25);
  }

  finish() {
    for (let round = 0; round < FINISHED && this.step(); round++);
    this.heat = 0;
  }

  step() {
    if (this.heat < COLD) return false;
    for (const node of this.nodes) {
      node.dx = -node.x * GRAVITY;
      node.dy = -node.y * GRAVITY;
    }
    this.push();
    this.pull();
    const reach = 40 * this.heat;
    for (const node of this.nodes) {
      const length = Math.hypot(node.dx, node.dy) || 1, step = Math.min(length, reach) / length;
      if (node.fixed) continue;
      node.x += node.dx * step;
      node.y += node.dy * step;
    }
    this.heat *= COOLING;
    return true;
  }

  push() {
    const { nodes } = this, count = nodes.length;
    for (let i = 0; i < count; i++) {
      const one = nodes[i];
      for (let j = i + 1; j < count; j++) {
        const other = nodes[j], x = one.x - other.x, y = one.y - other.y, apart = x * x + y * y + 0.01;
        if (apart > FAR * FAR) continue;
        const force = PUSH / apart;
        one.dx += x * force;
        one.dy += y * force;
        other.dx -= x * force;
        other.dy -= y * force;
      }
    }
  }

  pull() {
    for (const { one, other } of this.edges) {
      const x = other.x - one.x, y = other.y - one.y, apart = Math.hypot(x, y) || 1;
      const force = ((apart - LENGTH) / apart) / Math.sqrt(Math.min(one.ties, other.ties) || 1);
      one.dx += x * force;
      one.dy += y * force;
      other.dx -= x * force;
      other.dy -= y * force;
    }
  }
}
