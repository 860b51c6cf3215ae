import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Flex, Hidden } from './layout.tsx'

/** A ring that turns while something is being waited for; say what beside it. */
export const Spinner = chakra(
  'span',
  {
    base: {
      display: 'block',
      borderRadius: 'round',
      borderWidth: '2px',
      borderColor: 'currentColor',
      borderTopColor: 'transparent',
      animation: 'spin 0.8s linear infinite',
    },
    variants: {
      size: {
        /** As high as the words beside it. */
        text: { width: '1em', height: '1em' },
        /** In place of a part of a page. */
        part: { width: '8', height: '8', borderColor: 'accent.text', borderTopColor: 'transparent' },
        /** In place of a page. */
        page: {
          width: '12',
          height: '12',
          borderWidth: '3px',
          borderColor: 'line',
          borderTopColor: 'accent',
          animationDuration: '1s',
        },
      },
    },
    defaultVariants: { size: 'text' },
  },
  { defaultProps: { 'aria-hidden': true } },
)

/** A wait without a shape of its own; `label` is said to screen readers: a heading, where it stands for a whole page. */
export const Loading = ({ label = 'Loading' }: { label?: ReactNode }) => (
  <Flex justifyContent="center" alignItems="center" minHeight="40">
    <Hidden as="div" role="status">
      {label}
    </Hidden>
    <Spinner size="part" />
  </Flex>
)
