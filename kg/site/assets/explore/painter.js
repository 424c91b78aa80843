// Draws a part of the graph. Shapes and colours are those of the key beside it, so that they are said once.

const SIZE = 12, GAP = 4, LABELS = 140, NEAR = 8, LONGEST = 34, FIRST = 14;

export class Painter {
  constructor(canvas, boxes, camera) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.camera = camera;
    this.keys = new Map(boxes.map((box) => [box.value, box.parentElement.querySelector("path")]));
    this.shapes = new Map([...this.keys].map(([kind, path]) => [kind, new Path2D(path.getAttribute("d"))]));
    this.resize();
  }

  resize() {
    const ratio = devicePixelRatio || 1, { clientWidth, clientHeight } = this.canvas;
    const width = Math.round(clientWidth * ratio), height = Math.round(clientHeight * ratio);
    if (this.canvas.width !== width || this.canvas.height !== height) Object.assign(this.canvas, { width, height });
    this.ratio = ratio;
    const style = getComputedStyle(this.canvas);
    const colour = (name) => style.getPropertyValue(`--chart-${name}`).trim();
    this.colours = { ink: colour("ink"), edge: colour("edge"), ground: colour("ground") };
    this.fills = new Map([...this.keys].map(([kind, path]) => [kind, getComputedStyle(path).fill]));
    this.font = `${SIZE}px ${style.fontFamily}`;
  }

  draw({ nodes, edges }, chosen, hovered) {
    const { context, camera, ratio } = this, lit = hovered ?? chosen;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const places = new Map(nodes.map((node) => [node, { x: node.x * camera.scale + camera.x, y: node.y * camera.scale + camera.y }]));
    const isNear = (node) => !lit || node === lit || lit.near.has(node);
    this.lines(edges, places, lit);
    for (let place = nodes.length - 1; place >= 0; place--) this.shape(nodes[place], places, isNear(nodes[place]), nodes[place] === chosen);
    this.labels(nodes, places, lit, isNear);
  }

  lines(edges, places, lit) {
    const { context } = this;
    for (const near of [false, true]) {
      context.beginPath();
      for (const { one, other } of edges) {
        if ((lit ? one === lit || other === lit : false) !== near) continue;
        const from = places.get(one), to = places.get(other);
        context.moveTo(from.x, from.y);
        context.lineTo(to.x, to.y);
      }
      context.globalAlpha = near ? 0.6 : lit ? 0.12 : 0.45;
      context.strokeStyle = near ? this.colours.ink : this.colours.edge;
      context.lineWidth = near ? 1.4 : 0.8;
      context.stroke();
    }
    context.globalAlpha = 1;
  }

  radius(node) {
    return (0.7 + Math.min(1.1, Math.sqrt(node.near.size) / 7)) * Math.min(1.4, Math.max(0.55, Math.sqrt(this.camera.scale)));
  }

  shape(node, places, isNear, isChosen) {
    const { context } = this, { x, y } = places.get(node), size = this.radius(node);
    context.save();
    context.translate(x, y);
    context.scale(size, size);
    context.globalAlpha = isNear ? 1 : 0.2;
    context.fillStyle = this.fills.get(node.kind) ?? this.colours.ink;
    context.strokeStyle = isChosen ? this.colours.ink : this.colours.ground;
    context.lineWidth = (isChosen ? 3 : 1) / size;
    const shape = this.shapes.get(node.kind) ?? this.shapes.values().next().value;
    context.fill(shape);
    context.stroke(shape);
    context.restore();
  }

  // Labels of the best tied things that have room; what is lit comes first
  labels(nodes, places, lit, isNear) {
    const { context } = this, edge = this.canvas.clientWidth;
    const circles = nodes.map((node) => this.around(node, places)).filter(Boolean), taken = [];
    context.font = this.font;
    context.textBaseline = "middle";
    context.lineJoin = "round";
    context.lineWidth = 3.5;
    const order = lit ? [lit, ...nodes.filter((node) => node !== lit && isNear(node))] : nodes;
    for (const [rank, node] of order.entries()) {
      const circle = this.around(node, places);
      if (!circle) continue;
      const text = node.name.length > LONGEST ? `${node.name.slice(0, LONGEST - 2)}…` : node.name;
      const { y } = places.get(node), width = context.measureText(text).width;
      const start = circle.right + GAP + width < edge ? circle.right + GAP : circle.left - GAP - width;
      const box = { left: start, right: start + width, top: y - SIZE * 0.7, bottom: y + SIZE * 0.7 };
      const others = rank < FIRST ? taken : [...circles, ...taken];
      if (node !== lit && (start < 0 || others.some((other) => meets(box, other)))) continue;
      taken.push(box);
      context.strokeStyle = this.colours.ground;
      context.strokeText(text, start, y);
      context.fillStyle = this.colours.ink;
      context.fillText(text, start, y);
      if (taken.length === LABELS) break;
    }
  }

  // The square around a thing that is in the picture
  around(node, places) {
    const { x, y } = places.get(node) ?? { x: -1, y: -1 }, size = this.radius(node) * 6;
    if (x < 0 || y < 0 || x > this.canvas.clientWidth || y > this.canvas.clientHeight) return null;
    return { left: x - size, right: x + size, top: y - size, bottom: y + size };
  }

  at({ nodes }, x, y) {
    const place = this.camera.world(x, y);
    let best = null, least = Infinity;
    for (const node of nodes) {
      const apart = Math.hypot(node.x - place.x, node.y - place.y) * this.camera.scale;
      if (apart < Math.max(NEAR, this.radius(node) * 7) && apart < least) [best, least] = [node, apart];
    }
    return best;
  }
}

function meets(one, other) {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}
