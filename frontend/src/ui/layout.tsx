import { chakra } from '@chakra-ui/react'
import { clearOf } from './safe-area.ts'

// The factory's own elements: these need no recipe and no context.
export const Box = chakra('div')
export const Flex = chakra('div', { base: { display: 'flex' } })
export const Grid = chakra('div', { base: { display: 'grid' } })
export const Stack = chakra('div', { base: { display: 'flex', flexDirection: 'column', gap: '4' } })
export const Row = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '3' } })
export const Text = chakra('p')
export const Span = chakra('span')
export const List = chakra('ul', { base: { listStyle: 'none' } })
export const Rule = chakra('hr', { base: { border: 'none', borderTop: '1px solid', borderColor: 'line' } })

/** A heading: `as` gives its place in the outline, `look` its size. */
export const Heading = chakra('h2', {
  variants: {
    look: {
      display: { textStyle: 'display' },
      title: { textStyle: 'title' },
      section: { textStyle: 'section' },
      heading: { textStyle: 'heading' },
    },
  },
  defaultVariants: { look: 'heading' },
})

/** The column that everything on a page lines up with. */
export const Column = chakra('div', {
  base: {
    width: 'full',
    maxWidth: 'page',
    marginInline: 'auto',
    paddingLeft: { base: clearOf('left', '1rem'), md: clearOf('left', '2rem') },
    paddingRight: { base: clearOf('right', '1rem'), md: clearOf('right', '2rem') },
  },
  variants: { narrow: { true: { maxWidth: '48rem' } } },
})

/** Said to screen readers only. */
export const Hidden = chakra('span', { base: { srOnly: true } })
