// Rulings spoken and sounded, for those who look at the board and not at the page. Off until chosen.

import { html } from "./dom.js";
import { language, say } from "./words.js";

const KEPT = "voice";
const SPOKEN = { en: "en-GB", it: "it-IT" };

// Notes in hertz, one after the other; no file is fetched.
const TUNES = {
  combination: [523, 659, 784],
  win: [523, 659, 784, 1047, 784, 1047],
  fault: [233, 196],
};
const NOTE_S = 0.14;

const stored = () => {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    return {};
  }
};

let wanted = { speech: false, sound: false, ...stored() };
let audio = null;

function keep() {
  try {
    localStorage.setItem(KEPT, JSON.stringify(wanted));
  } catch {
    // It is chosen again next time, then.
  }
}

function speak(text, urgent) {
  const voice = window.speechSynthesis;
  if (!voice) return;
  if (urgent) voice.cancel();
  const words = new SpeechSynthesisUtterance(text);
  words.lang = SPOKEN[language];
  voice.speak(words);
}

function play(notes) {
  audio ??= new AudioContext();
  notes.forEach((hertz, i) => {
    const [tone, loud] = [audio.createOscillator(), audio.createGain()];
    const at = audio.currentTime + i * NOTE_S;
    tone.frequency.value = hertz;
    tone.type = "triangle";
    loud.gain.setValueAtTime(0.0001, at);
    loud.gain.exponentialRampToValueAtTime(0.25, at + 0.02);
    loud.gain.exponentialRampToValueAtTime(0.0001, at + NOTE_S * 2);
    tone.connect(loud).connect(audio.destination);
    tone.start(at);
    tone.stop(at + NOTE_S * 2);
  });
}

/** Say and sound an event that has just happened; `words` is [text, urgent] or null. */
export function tell(event, words) {
  if (wanted.speech && words) speak(...words);
  const tune = event.event === "combination" ? (event.win ? "win" : "combination") : event.event === "fault" && !event.warning ? "fault" : "";
  if (wanted.sound && tune) play(TUNES[tune]);
}

/** Make `button` open the choice. */
export function createVoice(button) {
  const show = () => button.setAttribute("data-inside", String(wanted.speech || wanted.sound));
  show();
  button.addEventListener("click", () => {
    const box = (name) => {
      const input = html("input", { type: "checkbox", name, checked: wanted[name] ? "" : null });
      input.addEventListener("change", () => {
        wanted = { ...wanted, [name]: input.checked };
        keep();
        show();
        // What was chosen is heard at once; browsers also want a press before the first sound.
        if (input.checked && name === "sound") play(TUNES.combination);
        if (input.checked && name === "speech") speak(say("voice.hello"), true);
      });
      return html("label", { class: "check" }, input, say(`voice.${name}`));
    };
    const close = html("button", { type: "button", class: "primary" }, say("voice.close"));
    const dialog = html("dialog", { "aria-labelledby": "voice-title" },
      html("h2", { id: "voice-title" }, say("voice")), box("speech"), box("sound"), html("p", { class: "buttons" }, close));
    close.addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  });
}
