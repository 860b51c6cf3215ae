import { createSystem, defaultBaseConfig, defineConfig } from '@chakra-ui/react'
import { recipes, slotRecipes } from './recipes.ts'
import { tokens } from './tokens.ts'

const config = defineConfig({
  preflight: true,
  // A rule of a layer that is added to the page makes Chromium (seen in 156) read all `@font-face` rules anew and lay
  // the whole page out once more: 75 ms of a slow phone in a gallery, whenever something is drawn for the first time.
  disableLayers: true,
  cssVarsPrefix: 'ds',
  globalCss: {
    html: {
      colorScheme: 'light dark',
      background: 'paper',
      color: 'ink',
      fontFamily: 'body',
      fontSize: '100%',
      lineHeight: 'normal',
      scrollPaddingTop: '20',
      textSizeAdjust: '100%',
      '--global-font-body': 'fonts.body',
      '--global-color-border': 'colors.line',
      '--global-color-focus-ring': 'colors.accent.text',
      _motionSafe: { scrollBehavior: 'smooth' },
    },
    'html[data-color-mode=light]': { colorScheme: 'light' },
    'html[data-color-mode=dark]': { colorScheme: 'dark' },
    body: { fontSize: 'md', fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere', minHeight: '100dvh' },
    // The reset gives every element break-word, with which a column is never narrower than its longest word. Tables
    // keep it: their columns would fall apart into letters.
    ':is(h1, h2, h3, h4, p):not(table *), :is(h1, h2, h3, h4, p):not(table *) *': { overflowWrap: 'anywhere' },
    p: { textWrap: 'pretty' },
    'h1, h2, h3': { fontFamily: 'heading', fontWeight: 'normal', textWrap: 'balance' },
    ':focus-visible': { outline: '2px solid', outlineColor: 'accent.text', outlineOffset: '2px' },
    // The prints of ui/photo.tsx.
    '[data-print]': {
      display: 'block',
      position: 'relative',
      overflow: 'hidden',
      width: 'full',
      background: 'sunken',
      backgroundSize: 'cover',
      outline: '1px solid',
      outlineColor: 'print.border',
      outlineOffset: '-1px',
    },
    '[data-print] img': { display: 'block', width: 'full', height: 'full', objectFit: 'cover', userSelect: 'none' },
    // The tiny placeholder lies where the picture will, not beside it, and neither a band of colour nor an empty frame
    // does.
    '[data-print=contain]': {
      background: 'transparent',
      outlineColor: 'transparent',
      backgroundSize: 'contain',
      backgroundPosition: 'center',
      backgroundRepeat: 'no-repeat',
    },
    '[data-print=contain] img': { objectFit: 'contain' },
    '*::selection': { background: 'accent', color: 'accent.ink' },
    '*, *::before, *::after': {
      _motionReduce: {
        animationDuration: '0.01ms !important',
        animationIterationCount: '1 !important',
        transitionDuration: '0.01ms !important',
      },
    },
  },
  theme: {
    breakpoints: { sm: '30rem', md: '48rem', lg: '62rem', xl: '80rem' },
    keyframes: {
      pulse: { '50%': { opacity: '0.45' } },
      spin: { to: { transform: 'rotate(360deg)' } },
      late: { 'from, to': { display: 'none' } },
    },
    tokens,
    recipes,
    slotRecipes,
    textStyles: {
      display: { value: { fontFamily: 'heading', fontSize: '4xl', lineHeight: 'tight', letterSpacing: 'tight' } },
      title: { value: { fontFamily: 'heading', fontSize: '3xl', lineHeight: 'tight', letterSpacing: 'tight' } },
      section: { value: { fontFamily: 'heading', fontSize: '2xl', lineHeight: 'snug' } },
      heading: { value: { fontFamily: 'heading', fontSize: 'xl', lineHeight: 'snug' } },
      lead: { value: { fontSize: 'lg', lineHeight: 'normal', color: 'ink.muted' } },
      small: { value: { fontSize: 'sm' } },
      fine: { value: { fontSize: 'xs', color: 'ink.muted' } },
    },
  },
})

/** The one theme: Chakra's style engine with our tokens and only the recipes in use. */
export const system = createSystem(defaultBaseConfig, config)

/**
 * The same for a page whose HTML has the global rules: they are not written a second time. It inherits the rest, because
 * a copy would read them, and the built site writes them when they are read (`slim-chakra.ts`).
 */
export const withoutGlobals: typeof system = Object.create(system, { _global: { value: [] } })
