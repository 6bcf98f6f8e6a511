" Not `setfiletype`: a first line such as `:` has made the file a shell script by then.
autocmd BufRead,BufNewFile *.aeg set filetype=aegis
