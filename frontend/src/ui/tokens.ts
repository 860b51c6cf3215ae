import { defineTokens } from '@chakra-ui/react'

/**
 * Every colour of the site. `light-dark()` follows `color-scheme`, so the system's choice needs no script and no flash,
 * and the switch only sets `color-scheme` on the root (see `color-mode.ts`). Text colours have at least 4.5:1 on every
 * surface they are used on (WCAG 2.2, 1.4.3).
 */
const either = (light: string, dark: string) => ({ value: `light-dark(${light}, ${dark})` })

const colors = defineTokens.colors({
  paper: either('#fbfaf7', '#0c0b0a'),
  surface: either('#ffffff', '#151311'),
  sunken: either('#f3f1ec', '#1c1a17'),
  ink: { DEFAULT: either('#1b1815', '#f1ede6'), muted: either('#5b564e', '#ada69b') },
  // The colour of skeletons.
  ghost: either('#ebe8e1', '#23201d'),
  line: { DEFAULT: either('#dfdbd3', '#2d2a26'), strong: either('#837d73', '#79736a') },
  // Safelight amber: filled for the one action that matters, darker where it has to be read as text on paper.
  accent: {
    DEFAULT: either('#eb9a1f', '#f0a33c'),
    hover: either('#dd8c10', '#f8b65c'),
    ink: either('#1b1204', '#1b1204'),
    text: either('#8a4b06', '#f3b562'),
    surface: either('#fdf3e1', '#2a1d0a'),
  },
  danger: {
    DEFAULT: either('#a5211b', '#ff9f95'),
    ink: either('#ffffff', '#2b0806'),
    surface: either('#fcedeb', '#2c1210'),
  },
  success: { DEFAULT: either('#1d6637', '#8ad6a4'), surface: either('#e9f5ec', '#0f2417') },
  scrim: either('rgb(20 17 13 / 0.6)', 'rgb(0 0 0 / 0.75)'),
  // The viewer is dark in both modes: a photograph is judged against black.
  stage: {
    DEFAULT: { value: '#0c0b0a' },
    ink: { value: '#f1ede6' },
    muted: { value: '#ada69b' },
    line: { value: '#3a3631' },
  },
  print: { border: either('rgb(27 24 21 / 0.16)', 'rgb(255 255 255 / 0.14)') },
  // Laid over any photograph, in both modes.
  watermark: { DEFAULT: { value: 'rgb(255 255 255 / 0.55)' }, shadow: { value: 'rgb(0 0 0 / 0.55)' } },
})

const steps = [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 20, 24, 28, 32, 40, 48, 64]
const scale = Object.fromEntries(steps.map((step) => [String(step), { value: `${step / 4}rem` }]))

export const tokens = defineTokens({
  colors,
  spacing: scale,
  sizes: {
    ...scale,
    full: { value: '100%' },
    text: { value: '40rem' },
    form: { value: '28rem' },
    page: { value: '78rem' },
  },
  fonts: {
    // The files and what stands in for them until they are there: `index.html`.
    heading: { value: 'Newsreader, "Serif at hand", "Serif at hand 2", "Serif at hand 3", serif' },
    body: { value: 'Figtree, "Sans at hand", "Sans at hand 2", system-ui, sans-serif' },
    mono: { value: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace' },
  },
  fontSizes: {
    xs: { value: '0.8125rem' },
    sm: { value: '0.9375rem' },
    md: { value: '1.0625rem' },
    lg: { value: '1.25rem' },
    xl: { value: 'clamp(1.375rem, 1.25rem + 0.6vw, 1.625rem)' },
    '2xl': { value: 'clamp(1.75rem, 1.5rem + 1.2vw, 2.25rem)' },
    '3xl': { value: 'clamp(2rem, 1.6rem + 1.9vw, 2.875rem)' },
    '4xl': { value: 'clamp(2.5rem, 1.8rem + 3.4vw, 4.25rem)' },
  },
  fontWeights: { normal: { value: '400' }, medium: { value: '500' }, semibold: { value: '600' } },
  lineHeights: { tight: { value: '1.12' }, snug: { value: '1.3' }, normal: { value: '1.55' } },
  letterSpacings: { tight: { value: '-0.015em' }, wide: { value: '0.06em' } },
  radii: { none: { value: '0' }, control: { value: '3px' }, round: { value: '9999px' } },
  shadows: { lifted: { value: '0 12px 40px rgb(0 0 0 / 0.18)' } },
  zIndex: {
    docked: { value: 10 },
    navigation: { value: 100 },
    popover: { value: 1000 },
    dialog: { value: 1100 },
    toast: { value: 1200 },
    skip: { value: 1300 },
  },
  durations: { fast: { value: '120ms' }, normal: { value: '200ms' } },
})
