// What pages may use of the lists of favourites.
export { OneFavouritesList } from './favourites-list.tsx'
export { FavouritesLists } from './favourites-lists.tsx'
export { FavouritesListsLink } from './favourites-lists-link.tsx'
