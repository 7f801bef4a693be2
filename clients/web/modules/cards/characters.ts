/** The faces of bots: the people of the included ones, and a masked stranger for each other agent. Loaded on demand. */
import { colours, type Shapes } from "./drawing.ts";
import type { Person } from "./people.ts";
import { figure } from "./portraits.ts";

/** What most of the people have in common. */
const PLAIN = { sky: ["#e8c48a", "#7a4a2c", "#24140d"], rim: "#ffe3b0", turn: -2.4, eye: [1, 0.9] as [number, number] };

const CHARACTERS: Record<string, Person> = {
  /* Toby, who has had too many: heavy lids, a red nose, a cap that has slipped. */
  random: {
    ...PLAIN,
    colours: colours(
      "se8a07a Sc06a4c lf6bf9c t8a3f2b h6b4526 H46290f i8d6238 r5d6b35 R39441d q83935a e8a5a2c E5c3817 fb98048 a4a6a3c pa8453a Pc9695a Fb3202c80",
    ),
    face: [18.5, 15, 7, 25],
    nose: 2,
    eye: [1.05, 0.35],
    brow: 2.6,
    age: 1,
    lip: true,
    behind: ["H M-21 -10Q-26 6 -20 16H22Q27 4 20 -12Z"],
    marks: ["F @-12 8 4.6 3.2", "F @12 8.4 5.2 3.4"],
    beard: [
      "t M-15 12Q-13 22 -3 27Q8 26 15 14L13 11Q9 20 1 20Q-9 20 -15 12Z",
      "F @-2.4 8.4 4.6 3.8",
      "F @-2.4 8.4 3.6 3",
      "l @-3.6 7 1.3 1",
    ],
    hair: ["h M-20 -10Q-23 4 -18 8Q-19 0 -14 -6ZM18 -12Q24 0 19 9Q20 0 13 -7Z"],
    hat: [
      "rotate(9 0 -14)",
      "r M-22 -12Q-28 -34 -2 -37Q20 -38 24 -24Q40 -22 40 -2Q36 6 30 0Q31 -9 22 -11Q0 -22 -22 -12Z",
      "R M8 -36Q22 -34 24 -24Q40 -22 40 -2Q36 6 30 0Q32 -14 16 -16Q22 -26 8 -36Z",
      "q M-18 -20Q-14 -32 0 -34Q-9 -29 -13 -18Z",
      "e M-23 -13Q0 -23 24 -12L23 -6.5Q0 -17 -22 -7.5Z",
      "E M8 -17Q17 -15 24 -12L23 -6.5Q15 -11 8 -12Z",
      "g @36 4 3.4",
    ],
    body: ["r M4 142Q5 112 30 103L70 103Q95 112 96 142Z", "R M58 103H70Q95 112 96 142H70Q74 118 58 103Z"],
    collar: ["w M32 104L50 116L68 104L62 97Q50 106 38 97Z"],
    front: [
      "b M8 78H30V108H8Z",
      "B M20 78H30V108H20Z",
      "M1.6 M8 84H30M8 102H30",
      "b2.6 M8 86Q-1 88 0 95Q1 101 8 100",
      "v M5 79Q3 71 11 72Q14 66 20 70Q28 66 29 73Q35 74 32 80Q26 84 24 79Q21 87 17 80Q10 84 5 79Z",
      "W M17 80Q21 87 24 79Q26 84 32 80Q34 77 31 75Q27 80 17 80Z",
    ],
  },
  /* Falstaff, who takes what he can: a wide white beard, a plume, and a coin. */
  greedy: {
    ...PLAIN,
    sky: ["#f2c27c", "#8d2f2c", "#300f10"],
    colours: colours(
      "se9b48f Sc08262 lf8d3b4 t8c5138 hefe6d6 Hc2b39c ifffaf0 r9c2332 R651320 qc84a52 ed59a2e E9a6717 fefc46a a5a7086 pa94a42 Pcc7468 Fb3202c66",
    ),
    face: [19.5, 17, 10, 26],
    nose: 2,
    eye: [0.82, 0.8],
    brow: 3.4,
    age: 1,
    lip: true,
    behind: ["H M-23 -8Q-30 8 -22 18H24Q31 6 22 -10Z"],
    marks: ["F @-12 8 4.6 3", "F @12.4 8 5 3"],
    beard: [
      "H M-20 4Q-27 22 -15 33Q0 42 17 32Q28 20 20 2Q18 16 8 20Q-2 22 -9 19Q-18 15 -20 4Z",
      "h M-20 4Q-27 22 -15 33Q-4 39 6 36Q-6 30 -9 19Q-18 15 -20 4Z",
      "h M-1 12Q-11 9 -17 15Q-11 16 -8 20Q-4 17 -1 15Q3 17 8 19Q11 15 17 13Q10 9 -1 12Z",
      "i1 M-15 22Q-11 30 -4 32M-19 14Q-19 20 -16 25",
    ],
    hair: ["h M-20 -8Q-25 0 -20 7Q-17 0 -17 -8ZM19 -10Q25 -2 21 7Q18 0 17 -8Z"],
    hat: [
      "r M-24 -12Q-32 -30 -8 -36Q20 -40 26 -24Q29 -16 23 -10Q0 -21 -24 -12Z",
      "R M6 -37Q26 -36 27 -21Q28 -15 23 -10Q14 -16 4 -17Q20 -26 6 -37Z",
      "q M-22 -20Q-18 -31 -4 -34Q-14 -28 -18 -16Z",
      "e M-25 -12Q0 -22 25 -10L24 -5Q0 -16 -24 -7Z",
      "E M8 -16Q17 -14 25 -10L24 -5Q15 -10 8 -11Z",
      "w M10 -16Q16 -44 38 -42Q44 -32 32 -24Q24 -18 13 -13Z",
      "W M13 -13Q26 -28 40 -39Q42 -31 32 -24Q24 -18 13 -13Z",
    ],
    body: ["r M2 142Q3 110 28 103L72 103Q97 110 98 142Z", "R M58 103H72Q97 110 98 142H70Q74 118 58 103Z"],
    collar: [
      "w M24 106Q36 118 50 118Q64 118 76 106L70 98Q50 110 30 98Z",
      "W M50 118Q64 118 76 106L70 98Q60 104 50 105Z",
    ],
    front: ["G @20 92 11", "g @19 91 10", "y @18 90 7", "g @19 91 5", "y @15 86 2"],
  },
  /* Viola, who plays by heart: a page's hair, a blue cap, a heart for a brooch. */
  policy: {
    ...PLAIN,
    sky: ["#b9d3e8", "#3d5f8a", "#101d33"],
    rim: "#dcecff",
    colours: colours(
      "sc98a5e S9a6038 le3b083 t683b1e h2b1a14 H160c09 i4e3226 r2f568c R1c355a q5a86c0 e9fb8d2 E6d88a6 fcfe0ef a3c5a3a pb4524e Pd07a74",
    ),
    face: [15.6, 10.5, 3.6, 23.5],
    nose: 3,
    eye: [1.12, 1],
    brow: 1.8,
    woman: true,
    lip: true,
    behind: ["H M-20 -12Q-27 8 -21 20Q-10 26 0 24Q12 26 22 20Q28 6 20 -12Z"],
    hair: [
      "h M-18 -8Q-21 -22 0 -22Q21 -22 19 -6Q23 8 19 19Q14 18 14.6 10Q15 -2 10 -10Q-4 -4 -13 -9Q-16 -2 -15.4 10Q-15 17 -19 18Q-23 6 -18 -8Z",
      "i1.2 M-14 -12Q-6 -8 6 -12M-17 2Q-18 10 -17 15",
    ],
    hat: [
      "r M-21 -13Q-24 -36 2 -36Q25 -35 22 -13Q0 -22 -21 -13Z",
      "R M8 -36Q25 -34 22 -13Q14 -17 6 -18Q18 -26 8 -36Z",
      "q M-18 -19Q-17 -31 -4 -33Q-12 -28 -14 -17Z",
      "e M-22 -14Q0 -24 23 -13L22 -8Q0 -18 -21 -9Z",
      "w M-12 -18Q-26 -34 -22 -48Q-12 -46 -7 -34Q-5 -26 -9 -18Z",
      "W M-10 -18Q-14 -34 -21 -47Q-12 -45 -7 -34Q-5 -26 -9 -18Z",
      "u M-10 -14Q-15 -19 -12.4 -21.4Q-10 -23 -9 -20.4Q-7.6 -23 -5.4 -21.4Q-3.4 -18.6 -9 -13Z",
    ],
    body: ["r M14 142Q14 116 37 106H63Q86 116 86 142Z", "R M57 106H63Q86 116 86 142H68Q70 120 57 106Z"],
    collar: ["w M34 104L50 116L66 104L61 97Q50 106 39 97Z", "W M50 116L66 104L61 97Q56 102 50 103.6Z"],
  },
  /* Puck, a sprite: long ears, leaves in the hair, one corner of the mouth up. */
  "planner-fast": {
    ...PLAIN,
    sky: ["#d3e59a", "#3f7047", "#0e2618"],
    rim: "#eaf9c4",
    colours: colours(
      "se0b583 Sb58453 lf4d6ae t805530 hc4642a H853b12 ie9925a r3c7a44 R214b2a q6fae6c e8fbf4e E57852a fbfe27e a3f8a4c pb45a48 Pd4867a",
    ),
    face: [15.4, 10, 2.8, 24],
    nose: 3,
    turn: -3,
    eye: [1.12, 1.05],
    brow: 2,
    lip: true,
    behind: [
      "S M-14 -4Q-28 -10 -37 -22Q-36 -2 -16 8Z",
      "s M-14 -4Q-28 -9 -36 -20Q-33 -4 -16 6Z",
      "t M-17 -1Q-26 -6 -31 -13Q-28 -3 -17 3Z",
      "S M14 -5Q28 -12 38 -24Q37 -2 16 8Z",
      "s M14 -5Q28 -11 37 -22Q34 -4 16 6Z",
      "t M17 -1Q27 -7 32 -15Q29 -3 17 3Z",
    ],
    marks: ["S @-9 6.4 .7", "S @-11.6 7.6 .7", "S @-7 8 .6", "S @10 6.6 .7", "S @12.4 8 .6"],
    beard: ["k1.2 M4 15.4Q8.6 14.8 9.6 11.6"],
    hair: [
      "h M-17 -6Q-22 -16 -14 -20Q-18 -28 -8 -25Q-6 -34 2 -27Q10 -34 11 -25Q20 -27 16 -18Q22 -14 17.6 -4Q15 -10 12 -11Q9 -7 5 -12Q1 -7 -3 -12Q-7 -7 -10 -11Q-14 -10 -17 -6Z",
      "i1 M-12 -16Q-8 -20 -4 -20M4 -21Q9 -21 12 -17",
    ],
    hat: [
      "E M-20 -13Q-32 -22 -30 -34Q-18 -30 -15 -17ZM20 -14Q32 -24 29 -36Q17 -31 15 -18Z",
      "e M-20 -13Q-30 -22 -30 -34Q-24 -26 -18 -15ZM20 -14Q30 -24 29 -36Q24 -27 18 -15Z",
      "r M-14 -17Q-22 -34 -12 -45Q-4 -34 -7 -19ZM13 -18Q22 -35 12 -46Q4 -35 7 -20Z",
      "q M-14 -17Q-20 -33 -12 -45Q-11 -31 -11 -18ZM13 -18Q19 -34 12 -46Q11 -32 10 -19Z",
      "E M-7 -19Q-10 -38 0 -52Q10 -38 7 -19Z",
      "f M-7 -19Q-9 -37 0 -52Q1 -34 0 -19Z",
      "C M-21 -14Q0 -25 21 -14L20 -10Q0 -20 -20 -10Z",
      "u @-12 -17 2.4",
      "u @-8.6 -19 2",
      "u @14 -16.6 2.4",
    ],
    body: ["r M16 142Q16 116 38 106H62Q84 116 84 142Z", "R M57 106H62Q84 116 84 142H68Q70 120 57 106Z"],
    collar: [
      "e M28 108L36 98L43 108L50 99L57 108L64 98L72 108L62 118L50 112L38 118Z",
      "E M50 99L57 108L64 98L72 108L62 118L50 112Z",
    ],
  },
  /* Portia, who weighs every word: a doctor's cap, white bands, level brows. */
  planner: {
    ...PLAIN,
    sky: ["#e3c9a4", "#6a4a5c", "#1f1320"],
    colours: colours(
      "sf0cdb0 Scb9a7a lfde6d2 t92604a h8a3b1e H551f0c ib9623a r3a3040 R211a27 q5f5068 ea8323f E711e29 fd05a60 a4f6a55 pb24a48 Pd27c74",
    ),
    face: [15, 10.4, 3.4, 24.5],
    nose: 0,
    eye: [1.06, 0.82],
    brow: 2,
    woman: true,
    lip: true,
    behind: ["H M-18 -12Q-24 6 -19 18Q-14 24 -8 22H12Q18 24 21 16Q25 2 18 -12Z"],
    hair: [
      "h M-17 -8Q-19 -20 0 -21Q19 -20 18 -6Q20 6 17 14Q14 4 13 -4Q9 -12 -1 -14Q-11 -11 -14 -2Q-15 6 -17 12Q-20 2 -17 -8Z",
      "i1.1 M-14 -8Q-10 -14 -3 -16M4 -16Q12 -14 15 -6",
    ],
    hat: [
      "R M-21 -14L-25 -36Q0 -46 25 -36L21 -14Q0 -23 -21 -14Z",
      "r M-21 -14L-25 -36Q-12 -42 0 -42.6V-19Q-12 -18 -21 -14Z",
      "q M-25 -36Q0 -46 25 -36Q0 -30 -25 -36Z",
      "e M-22 -15Q0 -25 22 -15L21.4 -10Q0 -20 -21.4 -10Z",
      "E M8 -19.6Q15 -18 22 -15L21.4 -10Q15 -13 8 -14.4Z",
      "g @0 -40 3.4",
      "g1.6 M0 -40Q16 -40 20 -28",
      "g M17.6 -29L22.6 -29L24 -18H17Z",
    ],
    body: ["r M10 142Q10 114 36 105H64Q90 114 90 142Z", "R M58 105H64Q90 114 90 142H70Q72 120 58 105Z"],
    collar: [
      "w M33 102Q42 110 50 108Q58 110 67 102L61 96Q50 104 39 96Z",
      "w M44 107L49 107L47 128H38ZM51 107L56 107L62 128H53Z",
      "W M51 107L56 107L62 128H57Z",
    ],
  },
  /* Prospero, who has seen the end: a hood of stars, a long beard, deep eyes. */
  "planner-deep": {
    ...PLAIN,
    sky: ["#c9bdf0", "#433a7d", "#120f2b"],
    rim: "#e6ddff",
    colours: colours(
      "sd8b596 Sa37e62 lefd6bd t6d4a36 he6e8ee Ha9afbf iffffff r31407d R1b2450 q5767ad e23305f E121a38 f4a5a98 a7fa8d8 p96554a Pb5796c",
    ),
    face: [15, 11, 4.4, 27],
    nose: 1,
    eye: [0.95, 0.8],
    brow: 3,
    age: 2,
    mouthAt: 16.6,
    behind: ["E M-24 -16Q-30 8 -25 28H26Q31 8 24 -16Z"],
    beard: [
      "H M-15 6Q-18 24 -10 34Q-4 44 1 50Q9 42 13 32Q18 20 16 4Q14 16 7 20Q0 22 -6 20Q-12 16 -15 6Z",
      "h M-15 6Q-18 24 -10 34Q-4 44 1 50Q2 36 -2 28Q-6 24 -6 20Q-12 16 -15 6Z",
      "h M-1 13Q-8 11 -12 16Q-13 21 -11 24Q-7 17 -1 15.4Q4 17 8 23Q11 19 9 15.6Q6 11.6 -1 13Z",
      "i1 M-9 22Q-8 32 -2 40M4 24Q5 32 3 40",
    ],
    hair: ["h M-16 -14Q-19 -4 -16.4 6Q-13 -2 -13 -12ZM16 -14Q19 -4 17 6Q13.4 -2 13 -12Z"],
    hat: [
      "r M-24 -2Q-30 -34 0 -50Q30 -34 25 0Q22 8 17 10Q20 -10 12 -18Q0 -25 -12 -18Q-20 -10 -16 10Q-22 6 -24 -2Z",
      "R M0 -50Q30 -34 25 0Q22 8 17 10Q20 -10 12 -18Q6 -21 0 -21.6Q16 -30 0 -50Z",
      "q M-21 -6Q-24 -28 -4 -42Q-16 -26 -17 -6Z",
      "g1.3 M-16 9Q-19.6 -10 -12 -17.4Q0 -24.4 12 -17.4Q19.6 -10 17 9",
      "y M0 -38L1.6 -33.4L6.4 -33.2L2.6 -30.2L4 -25.6L0 -28.2L-4 -25.6L-2.6 -30.2L-6.4 -33.2L-1.6 -33.4Z",
      "y @-14 -28 1.4",
      "y @15 -26 1.4",
      "y @-20 -12 1.1",
      "y @21 -10 1.2",
    ],
    body: ["r M4 142Q5 112 30 103L70 103Q95 112 96 142Z", "R M58 103H70Q95 112 96 142H70Q74 118 58 103Z"],
  },
};

/** A stranger in a hood and a mask, whose colours and eyes follow from a number. */
function stranger(seed: number): Person {
  const hue = (seed % 24) * 15;
  const skin = [
    "se9c3a0 Sbd8e69 lf8dec4 t84573b",
    "sc58d60 S93603a le0b086 t623c22",
    "s7d5236 S55351f la57650 t36200f",
  ][Math.floor(seed / 24) % 3];
  const tone = (lightness: number, saturation = 34) => `hsl(${hue} ${saturation}% ${lightness}%)`;
  const robe = { r: tone(34), R: tone(21), q: tone(50), e: tone(16, 22), E: tone(10, 20), f: tone(60) };
  const bands: Shapes[] = [["f1.2 M-18 -1H-15M16 -1H19"], ["f @0 -6 1.6"], ["f1 M-12 -8Q0 -11 12 -8"]];
  return {
    ...PLAIN,
    sky: [tone(74, 30), tone(36, 28), tone(10, 24)],
    rim: tone(86, 40),
    colours: { ...colours(`${skin} h3a2a20 H20160f i5c4636 a4c5a55 pa45348 Pc67a6c`), ...robe },
    face: [15.6, 11, 4, 24.5],
    nose: Math.floor(seed / 72) % 4,
    brow: 0.1,
    behind: ["R M-22 -14Q-28 10 -24 26H25Q29 8 22 -14Z"],
    beard: [
      "e M-17 -6Q-9 -11 -1 -6Q8 -11 17 -6Q18 4 12 7Q5 8 0 3Q-6 8 -12 7Q-17.6 4 -17 -6ZM-13.6 0Q-9.6 -4 -5 .2Q-9 3.4 -13.6 0ZM.6 0Q5 -4 10 0Q5.4 3.6 .6 0Z",
      "f.8 M-16.4 -5.6Q-9 -10 -1 -5.6Q8 -10 16.4 -5.6",
      ...bands[Math.floor(seed / 288) % 3],
    ],
    hair: [],
    hat: [
      "r M-22 4Q-30 -30 0 -44Q30 -30 23 4Q22 10 17 12Q20 -8 12 -16Q0 -23 -12 -16Q-20 -8 -16 12Q-20 10 -22 4Z",
      "R M0 -44Q30 -30 23 4Q22 10 17 12Q20 -8 12 -16Q6 -20 0 -20.4Q16 -28 0 -44Z",
      "q M-20 -4Q-23 -25 -5 -37Q-15 -22 -16 -4Z",
    ],
    body: ["r M8 142Q8 114 34 104H66Q92 114 92 142Z", "R M58 104H66Q92 114 92 142H70Q72 120 58 104Z"],
    collar: ["q M34 100Q50 112 66 100L62 96Q50 105 38 96Z"],
  };
}

/** A number from a name: FNV-1a. */
const numberOf = (name: string) =>
  [...name].reduce((hash, letter) => Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619) >>> 0, 2_166_136_261);

/** The SVG of the face of an agent, square. */
export function characterFace(agent: string) {
  const person = Object.hasOwn(CHARACTERS, agent) ? CHARACTERS[agent] : stranger(numberOf(agent));
  const box = 'xmlns="http://www.w3.org/2000/svg" viewBox="8 14 84 84" fill-rule="evenodd"';
  return `<svg ${box}>${figure(person, { backdrop: [] }, "calm")}</svg>`;
}
