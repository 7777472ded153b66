// Sounds made on the spot with WebAudio: nothing to download.

/** @type {{ audio: AudioContext | null }} */
const speaker = { audio: null };

/** Browsers allow sound only after a click or a key. */
function awake() {
  if (speaker.audio || !navigator.userActivation?.hasBeenActive) return speaker.audio;
  try {
    speaker.audio = new AudioContext();
  } catch {
    // a machine without sound
  }
  return speaker.audio;
}

/** @typedef {(context: AudioContext, at: number) => void} Sound */

/** @param {AudioContext} context @param {number} at @param {number} loud @param {number} length */
function volume(context, at, loud, length) {
  const gain = new GainNode(context, { gain: 0.0001 });
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + 0.005);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(context.destination);
  return gain;
}

/** @param {OscillatorType} type @param {AudioContext} context @param {number} at @param {number} pitch @param {number} length @param {number} loud */
function tone(context, at, pitch, length, loud, type = "triangle") {
  const voice = new OscillatorNode(context, { type, frequency: pitch });
  voice.connect(volume(context, at, loud, length));
  voice.start(at);
  voice.stop(at + length + 0.02);
}

/** A wooden knock: a burst of noise through a narrow filter, and a body. @param {AudioContext} context @param {number} at @param {number} pitch @param {number} loud */
function knock(context, at, pitch, loud) {
  const length = 0.09;
  const buffer = context.createBuffer(1, context.sampleRate * length, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 6;
  const noise = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch * 3, Q: 1.2 });
  noise.connect(filter).connect(volume(context, at, loud, length));
  noise.start(at);
  tone(context, at, pitch, 0.07, loud * 0.8, "sine");
}

/** @param {number[]} notes @param {number} step @param {number} loud @returns {Sound} */
const tune = (notes, step, loud) => (context, at) =>
  notes.forEach((/** @type {number} */ pitch, /** @type {number} */ index) =>
    tone(context, at + index * step, pitch, step * 2.2, loud)
  );

/** @satisfies {Record<string, Sound>} */
const SOUNDS = {
  move: (context, at) => knock(context, at, 240, 0.3),
  capture: (context, at) => {
    knock(context, at, 190, 0.42);
    knock(context, at + 0.07, 310, 0.22);
  },
  crown: tune([523, 659, 784], 0.08, 0.12),
  win: tune([392, 523, 659, 784], 0.13, 0.14),
  lose: tune([392, 349, 294], 0.2, 0.12),
  draw: tune([392, 440, 392], 0.16, 0.1),
  low: tune([880, 880], 0.12, 0.1),
};

/** @param {keyof typeof SOUNDS} name */
export function play(name) {
  const context = awake();
  if (!context) return;
  if (context.state === "suspended") context.resume();
  SOUNDS[name](context, context.currentTime + 0.01);
}
