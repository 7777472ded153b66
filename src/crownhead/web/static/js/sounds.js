// Sounds made on the spot with WebAudio: nothing to download.

import { state } from "./state.js";

let audio = null;

/** Browsers allow sound only after a click or a key. */
export function wakeAudio() {
  if (audio || typeof AudioContext === "undefined") return;
  try {
    audio = new AudioContext();
  } catch {
    audio = null; // a machine without sound
  }
}

/** A wooden knock: a burst of noise through a narrow filter, and a body. */
function knock(at, pitch, loud) {
  const length = 0.09;
  const buffer = audio.createBuffer(1, audio.sampleRate * length, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 6;
  const noise = new AudioBufferSourceNode(audio, { buffer });
  const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: pitch * 3, Q: 1.2 });
  noise.connect(filter).connect(volume(at, loud, length));
  noise.start(at);
  tone(at, pitch, 0.07, loud * 0.8, "sine");
}

function tone(at, pitch, length, loud, type = "triangle") {
  const voice = new OscillatorNode(audio, { type, frequency: pitch });
  voice.connect(volume(at, loud, length));
  voice.start(at);
  voice.stop(at + length + 0.02);
}

function volume(at, loud, length) {
  const gain = new GainNode(audio, { gain: 0.0001 });
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + 0.005);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(audio.destination);
  return gain;
}

const tune = (notes, step, loud) => (at) => notes.forEach((pitch, index) => tone(at + index * step, pitch, step * 2.2, loud));

const SOUNDS = {
  move: (at) => knock(at, 240, 0.3),
  capture: (at) => {
    knock(at, 190, 0.42);
    knock(at + 0.07, 310, 0.22);
  },
  crown: tune([523, 659, 784], 0.08, 0.12),
  win: tune([392, 523, 659, 784], 0.13, 0.14),
  lose: tune([392, 349, 294], 0.2, 0.12),
  draw: tune([392, 440, 392], 0.16, 0.1),
  low: tune([880, 880], 0.12, 0.1),
};

export function play(name) {
  if (!audio || !state.preferences.sound || document.hidden) return;
  if (audio.state === "suspended") audio.resume();
  SOUNDS[name](audio.currentTime + 0.01);
}
