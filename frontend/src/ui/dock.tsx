import { chakra } from '@chakra-ui/react'

/** What can be done with what was chosen: stays at the foot of the window while there is more to choose from. */
export const Dock = chakra('section', {
  base: {
    position: 'sticky',
    bottom: '0',
    marginTop: '8',
    paddingBlock: '3',
    background: 'paper',
    borderTopWidth: '1px',
    borderColor: 'line.strong',
    zIndex: 'docked',
  },
})
