// The veins of a wooden board: large, and laid so that the eye finds no repetition. Fetched for who has chosen wood.

import { byId, svg } from "./dom.js";

const VEINS = [
  ["3",
    "M0 22c180-26 330 22 520 2s190-18 280-4M0 96c130 20 260-34 430-14s250 30 370 2M0 262c90-18 300 26 470 8s240-34 330-8"],
  ["1.7",
    "M0 48c210 14 300-22 470-10s230 26 330 2M0 63c160 8 350-16 500-6s200 14 300-2M0 141c240-14 420 26 560 8s160-22 240-6M0 171c150-26 290 16 440 6s260-24 360 4M0 226c120 18 260-22 420-8s250 30 380 4M0 288c190 16 330-24 480-8s220 22 320 0M560 204c26-11 66-11 92 0-26 11-66 11-92 0Zm-30 0c40-22 112-22 152 0-40 22-112 22-152 0Z"],
];
const LAID = ["matrix(-1 0 0 -1.25 800 660)", "matrix(1.6 0 0 1.1 -420 610)"];

const plank = svg("g", { id: "plank", fill: "none", stroke: "#3d1f0a", "stroke-opacity": ".17" },
  ...VEINS.map(([width, d]) => svg("path", { "stroke-width": width, d })));
byId("sprite").append(
  svg("pattern", { id: "grain", width: 1600, height: 1600, patternUnits: "userSpaceOnUse" }, plank,
    ...LAID.map((transform) => svg("use", { href: "#plank", transform }))),
);
