package masthead

import "iter"

// Every object of a list, each page fetched when the one before is used up. The function fetches one page: the first where page is nil.
func Every[T any](fetch func(page *string) (objects []T, nextPage *string, err error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var page *string
		for {
			objects, nextPage, err := fetch(page)
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			for _, object := range objects {
				if !yield(object, nil) {
					return
				}
			}
			if nextPage == nil {
				return
			}
			page = nextPage
		}
	}
}
