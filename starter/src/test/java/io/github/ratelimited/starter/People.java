package io.github.ratelimited.starter;

import org.springframework.data.annotation.Id;
import org.springframework.data.repository.CrudRepository;

/** A repository of entities that do not say which store they are for. */
interface People extends CrudRepository<People.Person, Long> {

    record Person(@Id Long id, String name) {}
}
