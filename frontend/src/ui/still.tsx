import { createContext, createElement, type FunctionComponent, memo, type ReactNode, use } from 'react'

type Inner = { children?: ReactNode }

/**
 * The same component, which is not drawn anew where nothing but its children is another. Components with styles compute
 * all of them each time they are drawn, which takes a slow phone milliseconds.
 */
export const still = <P extends object>(Component: FunctionComponent<P & Inner>): FunctionComponent<P & Inner> => {
  const Held = memo(Component)
  const Content = createContext<ReactNode>(null)
  const Inside = () => use(Content)
  const children = <Inside />
  return (props) => <Content value={props.children}>{createElement(Held, { ...props, children })}</Content>
}
