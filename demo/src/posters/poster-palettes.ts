/** Seven colours for a poster. Scenes use the names, such as `sky`, so that every scene works in every palette. */
export type Palette = {
  paper: string;
  sky: string;
  light: string;
  warm: string;
  cool: string;
  deep: string;
  ink: string;
};

export const palettes = {
  harvest: {
    paper: '#f5e9d0',
    sky: '#ecce95',
    light: '#e3a53a',
    warm: '#c04e2c',
    cool: '#66835c',
    deep: '#2e4b3f',
    ink: '#1d2622',
  },
  harbour: {
    paper: '#f4ead6',
    sky: '#cbd8c8',
    light: '#e8b24a',
    warm: '#cd5a38',
    cool: '#3d838a',
    deep: '#1c5060',
    ink: '#13262f',
  },
  dusk: {
    paper: '#f8e4c4',
    sky: '#efa96e',
    light: '#f3c65a',
    warm: '#cf5334',
    cool: '#8f3d33',
    deep: '#45303a',
    ink: '#221d24',
  },
  night: {
    paper: '#f4e4bf',
    sky: '#1b4154',
    light: '#edb84f',
    warm: '#da683d',
    cool: '#347079',
    deep: '#122f3e',
    ink: '#0c1b26',
  },
  woodland: {
    paper: '#f3ecd3',
    sky: '#d9dfb9',
    light: '#dcb148',
    warm: '#c9603a',
    cool: '#7c9a5e',
    deep: '#2c5643',
    ink: '#182a24',
  },
  clay: {
    paper: '#f6e7d7',
    sky: '#ecc4a5',
    light: '#e9ab62',
    warm: '#bd482f',
    cool: '#6d8a86',
    deep: '#5a2d29',
    ink: '#291b1a',
  },
  press: {
    paper: '#f3eddc',
    sky: '#efe4c8',
    light: '#e7b93a',
    warm: '#d3462c',
    cool: '#2f7180',
    deep: '#21404e',
    ink: '#181e23',
  },
  meadow: {
    paper: '#f5efd8',
    sky: '#b7d0c4',
    light: '#efc24d',
    warm: '#d8683f',
    cool: '#5b9273',
    deep: '#23585a',
    ink: '#152b2e',
  },
} satisfies Record<string, Palette>;

export type PaletteName = keyof typeof palettes;
