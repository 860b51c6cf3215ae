import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Flex, Hidden } from './layout.tsx'

const Wheel = chakra('span', {
  base: {
    width: '8',
    height: '8',
    borderRadius: 'round',
    borderWidth: '2px',
    borderColor: 'accent.text',
    borderTopColor: 'transparent',
    animation: 'spin 0.8s linear infinite',
  },
})

/** A wait without a shape of its own; `label` is said to screen readers: a heading, where it stands for a whole page. */
export const Spinner = ({ label = 'Loading' }: { label?: ReactNode }) => (
  <Flex justifyContent="center" alignItems="center" minHeight="40">
    <Hidden as="div" role="status">
      {label}
    </Hidden>
    <Wheel aria-hidden />
  </Flex>
)
