autocmd BufRead,BufNewFile *.aeg setfiletype aegis
