import { chakra } from '@chakra-ui/react'

const Ring = chakra('span', {
  base: {
    display: 'block',
    width: '12',
    height: '12',
    borderRadius: 'round',
    borderWidth: '3px',
    borderColor: 'line',
    borderTopColor: 'accent',
    animation: 'spin 1s linear infinite',
  },
})

/** Turns while something is being waited for; say what beside it. */
export const Wheel = () => <Ring aria-hidden />
