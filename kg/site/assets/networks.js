// Makes the networks of a page movable.

import { Network } from "./network.js";

for (const svg of document.querySelectorAll("svg.network:has([data-node])")) new Network(svg);
